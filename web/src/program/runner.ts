import { act, type Errand, type GasNote, type Progress, type Reply } from '../chain/act';
import type { Link, Online } from '../chain/connection';
import { ChainError, failureOf, isUnpaid, unbatched, unlessOver, type Failure } from '../chain/failure';
import { NOTHING_FOLLOWS, type Following } from '../chain/estimate';
import type { GasRoom } from '../chain/gas';
import type { ActorId, Hex } from '../chain/hex';
import type { Interface, Json } from '../chain/metadata';
import { Store } from '../lib/store';
import type { Step } from '../chain/submit';
import { keyAccount, type Account } from '../chain/wallet';

/** How an action went wrong. */
export type Trouble<E> = { kind: 'refused'; error: E } | { kind: 'failed'; failure: Failure };

/** What came of an action. */
export type Outcome = 'done' | 'refused' | 'declined' | 'failed';

export interface ActionState<E> {
  /** How far the action under way has come. */
  step: Step | null;
  trouble: Trouble<E> | null;
  /** What is to be known of its gas. */
  gas: GasNote | null;
}

/** What an action becomes once the chain was asked, and what goes along with it. */
export type Amendment = Pick<Errand, 'action' | 'companion' | 'following'>;

/** What has to be done before an action is so much as shown to a node. */
export type Before = (online: Online, onStep: (step: Step) => void) => Promise<Amendment | null>;

export interface Task {
  action: unknown;
  value?: bigint;
  /** The most gas that it takes, as it is published. */
  bound?: bigint;
  /** What is to be paid for after it; nothing, if it is not given. */
  following?: Following;
  /** None unless a deadline is near. */
  tip?: bigint;
  before?: Before;
  /** A key that may send it without a wallet; where nothing pays for it, the account sends it itself. */
  delegate?: { seed: Hex } | null;
  /** The action as that key sends it, if it does so in other words. */
  byDelegate?: unknown;
}

/** Who sends an action, and in which words. */
interface Sender {
  account: Account;
  action: unknown;
}

/** A program as its actions are sent to it. */
export interface Target<E> {
  types: Interface;
  /** What its messages may take beyond what a node reckons. */
  room: GasRoom;
  errorOf: (json: Json) => E;
}

/** The way in which every action goes to a program, one shown at a time. */
export class Runner<E> {
  readonly state = new Store<ActionState<E>>({ step: null, trouble: null, gas: null });
  /** The action that is shown: one before it that is still under way shows nothing. */
  private shown: AbortController | null = null;

  constructor(
    private readonly program: ActorId,
    private readonly target: Target<E>,
  ) {}

  /** Shows no more of the last action. It may still come through, unless the wallet has not signed it yet. */
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
    if (link.status !== 'online' || (!account && !task.delegate)) {
      return end('failed', { kind: 'failed', failure: { kind: 'lost' } });
    }
    const onStep = (step: Step): void => show({ step, trouble: null });
    show({ gas: null });
    try {
      const progress = { onStep, onGas: (gas: GasNote) => show({ gas }), givenUp: own.signal };
      const { answer } = await unlessOver(link.lost, { kind: 'lost' }, () => this.send(link, account, task, progress));
      if ('err' in answer) return end('refused', { kind: 'refused', error: this.target.errorOf(answer.err) });
      return end('done', null);
    } catch (error) {
      if (!(error instanceof ChainError)) console.warn('The action failed:', error);
      const failure = failureOf(error);
      return end(failure.kind === 'rejected' ? 'declined' : 'failed', { kind: 'failed', failure });
    } finally {
      // What goes on over a lost connection shows nothing, and is sent no more.
      own.abort();
    }
  }

  private async send(online: Online, account: Account | null, task: Task, progress: Progress): Promise<Reply> {
    const amendment = (await task.before?.(online, progress.onStep)) ?? null;
    const errand = this.errandOf(task);
    return inTurn(await sendersOf(task, account), async ({ account, action }) => {
      try {
        return await act(online, account, { ...errand, action, ...amendment }, progress);
      } catch (error) {
        throw amendment?.companion ? unbatched(error) : error;
      }
    });
  }

  private errandOf({ action, value = 0n, bound, following = NOTHING_FOLLOWS, tip = 0n }: Task): Errand {
    const { types, room } = this.target;
    return { program: this.program, types, action, value, bound: bound ?? null, room, following, tip };
  }
}

/** Who may send an action, the first that can. */
async function sendersOf({ action, delegate, byDelegate = action }: Task, account: Account | null): Promise<Sender[]> {
  const key = delegate ? [{ account: await keyAccount(delegate.seed), action: byDelegate }] : [];
  return account ? [...key, { account, action }] : key;
}

/** Has the first do it who can pay for it. */
async function inTurn<T>([sender, ...others]: Sender[], send: (sender: Sender) => Promise<T>): Promise<T> {
  if (!sender) throw new ChainError({ kind: 'lost' });
  try {
    return await send(sender);
  } catch (error) {
    if (others.length === 0 || !isUnpaid(failureOf(error))) throw error;
    console.info('The voucher does not pay for it:', error);
    return inTurn(others, send);
  }
}
