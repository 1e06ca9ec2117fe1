import { act } from '../chain/act';
import type { Link, Online } from '../chain/connection';
import { ChainError, failureOf, type Failure } from '../chain/failure';
import type { ActorId } from '../chain/hex';
import type { Interface, Json } from '../chain/metadata';
import { Store } from '../chain/store';
import type { Step } from '../chain/submit';
import type { Account } from '../chain/wallet';

/** How an action went wrong. */
export type Trouble<E> = { kind: 'refused'; error: E } | { kind: 'failed'; failure: Failure };

/** What came of an action. */
export type Outcome = 'done' | 'refused' | 'declined' | 'failed';

export interface ActionState<E> {
  /** How far the action under way has come. */
  step: Step | null;
  trouble: Trouble<E> | null;
  /** The gas limit, where the node reckoned none and it is what is published. */
  bound: bigint | null;
}

/** What has to be done before an action is so much as shown to a node. */
export type Before = (online: Online, onStep: (step: Step) => void) => void | Promise<void>;

export interface Task {
  action: unknown;
  value?: bigint;
  /** The most gas that it takes, as it is published. */
  bound?: bigint;
  before?: Before;
}

/** A program as its actions are sent to it. */
export interface Target<E> {
  types: Interface;
  errorOf: (json: Json) => E;
}

/** The way in which every action goes to a program, one shown at a time. */
export class Runner<E> {
  readonly state = new Store<ActionState<E>>({ step: null, trouble: null, bound: null });
  /** The action that is shown: one before it that is still under way shows nothing. */
  private shown: symbol | null = null;

  constructor(
    private readonly program: ActorId,
    private readonly target: Target<E>,
  ) {}

  /** Shows no more of the last action. It may still come through. */
  readonly clear = (): void => {
    this.shown = null;
    this.state.set({ step: null, trouble: null, bound: null });
  };

  async run(link: Link, account: Account | null, task: Task): Promise<Outcome> {
    const name = Symbol('action');
    this.shown = name;
    const show = (change: Partial<ActionState<E>>): void => {
      if (this.shown === name) this.state.update((state) => ({ ...state, ...change }));
    };
    const end = (outcome: Outcome, trouble: Trouble<E> | null): Outcome => {
      show({ step: null, trouble });
      return outcome;
    };
    if (link.status !== 'online' || !account) {
      return end('failed', { kind: 'failed', failure: { kind: 'lost' } });
    }
    const onStep = (step: Step): void => show({ step, trouble: null });
    show({ bound: null });
    try {
      await task.before?.(link, onStep);
      const { action, value = 0n, bound = null } = task;
      const errand = { program: this.program, types: this.target.types, action, value, bound };
      const { answer } = await act(link, account, errand, { onStep, onBound: (gas) => show({ bound: gas }) });
      if ('err' in answer) return end('refused', { kind: 'refused', error: this.target.errorOf(answer.err) });
      return end('done', null);
    } catch (error) {
      if (!(error instanceof ChainError)) console.warn('The action failed:', error);
      const failure = failureOf(error);
      return end(failure.kind === 'rejected' ? 'declined' : 'failed', { kind: 'failed', failure });
    }
  }
}
