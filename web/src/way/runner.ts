import { act, followSent, type ProgramMessage, type GasNote, type Progress, type Reply } from '../chain/act';
import type { Link, Online } from '../chain/connection';
import { ChainError, failureOf, isUnpaid, unbatched, unlessOver, type Failure } from '../chain/failure';
import { NOTHING_FOLLOWS, type Following } from '../chain/estimate';
import type { GasRoom } from '../chain/gas';
import type { ActorId, Hex } from '../lib/hex';
import type { Interface, Json } from '../chain/metadata';
import { worksOf } from '../chain/sent';
import { Store } from '../lib/store';
import type { Span, Step } from '../chain/submit';
import { keyAccount, type Account } from '../chain/wallet';

/** How an action went wrong. */
export type Trouble<E> = { kind: 'refused'; error: E } | { kind: 'failed'; failure: Failure };

/** The outcome of an action. */
export type Outcome = 'done' | 'refused' | 'declined' | 'failed';

export interface ActionState<E> {
  /** The progress of the action under way. */
  step: Step | null;
  trouble: Trouble<E> | null;
  /** What the player should know about its gas. */
  gas: GasNote | null;
}

/** The action after the chain was asked, and what goes along with it. */
export type Amendment = Pick<ProgramMessage, 'action' | 'extraCall' | 'following'>;

/** Work to do before a node even sees the action. */
export type Before = (online: Online, onStep: (step: Step) => void) => Promise<Amendment | null>;

export interface Task {
  action: unknown;
  value?: bigint;
  /** The most gas that it takes, as published. */
  bound?: bigint;
  /** What has to be paid for after it. Nothing by default. */
  following?: Following;
  tip?: bigint;
  /** The stage in which a block has to take it. */
  stage?: Span;
  before?: Before;
  /** What the page waits for once the program has accepted the action. */
  after?: () => Promise<void>;
  /** Keys that may send it without a wallet, in order. If none of them can pay, the account sends it itself. */
  keys?: readonly { seed: Hex }[];
  /** The action in the form that a key sends, if that differs. */
  byKey?: unknown;
}

/** An account that sends an action, and the form of the action. */
interface Sender {
  account: Account;
  action: unknown;
}

/** A program as the target of actions. */
export interface Target<E> {
  types: Interface;
  /** Gas that its messages may take beyond the node's estimate. */
  room: GasRoom;
  errorOf: (json: Json) => E;
}

/** Sends every action to a program. It shows one action at a time. */
export class Runner<E> {
  readonly state = new Store<ActionState<E>>({ step: null, trouble: null, gas: null });
  /** The account that was asked last to sign an action. */
  sender: Account | null = null;
  /** The action that is shown. An earlier one that is still under way shows nothing. */
  private shown: AbortController | null = null;

  constructor(
    private readonly program: ActorId,
    private readonly target: Target<E>,
  ) {}

  /** Hides the last action. It may still go through, unless the wallet has not signed it yet. */
  readonly clear = (): void => {
    this.shown?.abort();
    this.shown = null;
    this.state.set({ step: null, trouble: null, gas: null });
  };

  async run(link: Link, account: Account | null, task: Task): Promise<Outcome> {
    const own = new AbortController();
    this.shown = own;
    const show = (change: Partial<ActionState<E>>): void => {
      if (this.shown === own && !own.signal.aborted) this.state.update((state) => ({ ...state, ...change }));
    };
    const end = (outcome: Outcome, trouble: Trouble<E> | null): Outcome => {
      show({ step: null, trouble });
      return outcome;
    };
    if (link.status !== 'online' || (!account && !task.keys?.length)) {
      return end('failed', { kind: 'failed', failure: { kind: 'lost' } });
    }
    const onStep = (step: Step): void => show({ step, trouble: null });
    // Set before anything is loaded or asked, so that the press visibly counts.
    show({ step: 'checking', gas: null });
    try {
      const progress = { onStep, onGas: (gas: GasNote) => show({ gas }), givenUp: own.signal };
      const { answer } = await unlessOver(link.lost, { kind: 'lost' }, () => this.send(link, account, task, progress));
      if ('err' in answer) return end('refused', { kind: 'refused', error: this.target.errorOf(answer.err) });
      await task.after?.();
      return end('done', null);
    } catch (error) {
      if (!(error instanceof ChainError)) console.warn('The action failed:', error);
      const failure = failureOf(error);
      return end(failure.kind === 'rejected' ? 'declined' : 'failed', { kind: 'failed', failure });
    } finally {
      // Work that goes on over a lost connection shows nothing, and sends nothing more.
      own.abort();
    }
  }

  /**
   * Follows what the account has sent to the program before this page, or this connection, was there, and shows it as
   * any action.
   */
  async follow(online: Online, account: Account): Promise<void> {
    const isIdle = this.state.get().step === null;
    if (!isIdle || worksOf(online.chain.genesis, account.id, this.program).length === 0) return;
    const own = new AbortController();
    this.shown = own;
    const show = (change: Partial<ActionState<E>>): void => {
      if (this.shown === own) this.state.update((state) => ({ ...state, ...change }));
    };
    show({ step: 'sending', trouble: null });
    try {
      await unlessOver(online.lost, { kind: 'lost' }, () => followSent(online, account, this.program));
      show({ step: null });
    } catch (error) {
      show({ step: null, trouble: { kind: 'failed', failure: failureOf(error) } });
    }
  }

  private async send(online: Online, account: Account | null, task: Task, progress: Progress): Promise<Reply> {
    const amendment = (await task.before?.(online, progress.onStep)) ?? null;
    const message = this.messageOf(task);
    return inTurn(await sendersOf(task, account), async ({ account, action }) => {
      this.sender = account;
      try {
        return await act(online, account, { ...message, action, ...amendment }, progress);
      } catch (error) {
        throw amendment?.extraCall ? unbatched(error) : error;
      }
    });
  }

  private messageOf({ action, value = 0n, bound, following = NOTHING_FOLLOWS, tip = 0n, stage }: Task): ProgramMessage {
    const { types, room } = this.target;
    return { program: this.program, types, action, value, bound: bound ?? null, room, following, tip, stage };
  }
}

/** The accounts that may send an action, in order of preference. */
async function sendersOf({ action, keys = [], byKey = action }: Task, account: Account | null): Promise<Sender[]> {
  const own = await Promise.all(keys.map(async ({ seed }) => ({ account: await keyAccount(seed), action: byKey })));
  return account ? [...own, { account, action }] : own;
}

/** Lets the first sender act who can pay. */
async function inTurn<T>([sender, ...others]: Sender[], send: (sender: Sender) => Promise<T>): Promise<T> {
  if (!sender) throw new ChainError({ kind: 'lost' });
  try {
    return await send(sender);
  } catch (error) {
    if (others.length === 0 || !isUnpaid(failureOf(error))) throw error;
    console.info('A key can’t pay for it:', error);
    return inTurn(others, send);
  }
}
