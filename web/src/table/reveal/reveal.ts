import { tipAt } from '../../rpsls/stakes';
import type { Header } from '../../chain/api';
import type { Online } from '../../chain/connection';
import { untilHead } from '../../chain/heads';
import { afterMove } from '../../rpsls/costs';
import { MESSAGE_GAS } from '../../rpsls/gas';
import { namedIn, type Purse } from '../../rpsls/purses';
import type { Secret } from '../../rpsls/secrets';
import { showingAt } from '../../rpsls/showing';
import { mayShow, type GameState } from '../../rpsls/state';
import type { Clock } from '../../ui/Countdown';
import { readTable } from '../read';
import { growing, pause } from '../../lib/pause';
import type { Before, Outcome, Task } from '../../way/runner';
import { seatsBeside } from '../seats';
import { boundOf } from '../seatTask';
import { keep } from '../secrets';

/** How a move is revealed. */
interface Order {
  secret: Secret;
  state: GameState;
  /** The opening of the move to commit to for the next round, if it is chosen. */
  next: Secret | null;
  /** The purses that may send it, in order. */
  purses: readonly Purse[];
  /** The chain's time. */
  clock: Clock;
  /** Whether the person does not wait until the other moves are final. */
  isAtOnce: boolean;
}

/** Reveals a move to the table, once that gives nothing away, or silence would lose for certain. */
export function revealTask({ secret, state, next, purses, clock, isAtOnce }: Order): Task {
  const stage = { from: state.stageStarted, to: state.deadline };
  const before: Before = async (online, onStep) => {
    if (next) keep(next);
    onStep('settling');
    await untilShowable(online, secret, ({ best, final }) => {
      return isAtOnce || showingAt({ now: clock(), ...stage, lag: best - final }) === 'show';
    });
    return null;
  };
  return {
    // It names the player: whoever knows the opening may send it, and it may be there already.
    action: {
      RevealFor: { player: secret.account, opening: secret.opening, next: next && boundOf(next) },
    },
    bound: MESSAGE_GAS,
    // By the time that it is sent, another seat may share the purse.
    get following() {
      return afterMove(state, true, seatsBeside(secret));
    },
    tip: tipAt(state.config),
    stage,
    before,
    // Anybody may show a move, but only its player and the delegate may seal the next one.
    keys: next ? namedIn(state, purses) : purses,
  };
}

/** The longest pause between two tries, ms: a block, or longer where each opens a wallet's window. */
const [BLOCK, WINDOW] = [3_000, 60_000];
/** When what was done shows at the latest, ms: if it is due still, a fork has undone it. */
const SHOWN = 30_000;

/**
 * Does what is due again and again until nobody waits for it any more, or the person declines to sign. A refusal ends
 * nothing: the node may be behind, and what was accepted is no longer due.
 *
 * @param isCostly whether the last try opened a wallet's window, or costs more than time in another way
 */
export async function keepsTrying(
  act: () => Promise<Outcome>,
  over: AbortSignal,
  isCostly: () => boolean,
): Promise<void> {
  for (let tries = 0; !over.aborted; tries += 1) {
    const outcome = await act();
    if (outcome === 'declined') return;
    await pause(over, outcome === 'done' ? SHOWN : growing(tries, isCostly() ? WINDOW : BLOCK));
  }
}

/**
 * Waits for finality: if a block is undone, an opening revealed after it would give the move away.
 *
 * @param isUrgent whether the best block is enough, with these numbers of the last blocks
 */
async function untilShowable(
  online: Online,
  secret: Secret,
  isUrgent: (numbers: { best: number; final: number }) => boolean,
): Promise<void> {
  const { api } = online;
  const over = new AbortController();
  const isShowable = async ({ hash }: Header): Promise<boolean> =>
    mayShow(secret, await readTable(online, secret.program, hash));
  try {
    await Promise.race([
      untilHead(api, 'subscribeFinalizedHeads', isShowable, over.signal),
      untilHead(
        api,
        'subscribeNewHeads',
        async (head) => {
          const final = api.latest('subscribeFinalizedHeads')?.number ?? head.number;
          return isUrgent({ best: head.number, final }) && (await isShowable(head));
        },
        over.signal,
      ),
    ]);
  } finally {
    over.abort();
  }
}
