import type { ActorId } from '../../lib/hex';
import type { History } from '../../rpsls/history';
import { seatsIn } from '../../rpsls/pairing';
import { lastRoundOf, type RoundResult } from '../../rpsls/round';
import type { GameState } from '../../rpsls/state';

/** What the page knows of a table at some time. */
export interface Known {
  state: GameState;
  history: History;
}

/** A round that is animated. */
export interface Scene {
  round: RoundResult;
  /** What was known before the round was decided: the surroundings of a scene must not tell its end. */
  before: Known;
  /** All players of the game, in order of their seats. */
  seats: readonly ActorId[];
}

export interface Scenes {
  /** The rounds that were decided just now. They are shown one after the other. */
  queue: readonly Scene[];
  /** The round that was seen last. */
  seen: string | null;
  known: Known;
}

/** The scenes when somebody begins to look: what was decided before is no news. */
export function scenesFrom(known: Known): Scenes {
  return { queue: [], seen: keyOf(lastRoundOf(known.state)), known };
}

/**
 * The scenes after this news.
 *
 * @param isWanted whether a round that was decided since should be animated
 */
export function withNews(
  { queue, seen, known }: Scenes,
  now: Known,
  me: ActorId | null,
  isWanted: (round: RoundResult) => boolean,
): Scenes {
  const round = lastRoundOf(now.state);
  const key = keyOf(round);
  const rest = { seen: key ?? seen, known: now };
  if (!round || key === seen || !isWanted(round) || isOthers(round, queue, me)) return { queue, ...rest };
  const seats = seatsIn(known.state, known.history);
  const scene = { round, before: known, seats: seats.length > 0 ? seats : seatsIn(now.state, now.history) };
  return { queue: [...queue, scene], ...rest };
}

function keyOf(round: RoundResult | null): string | null {
  return round && `${round.game}/${round.number}`;
}

/** Whether a round in the queue puts the viewer out of the game. Then the end of their own game is shown first. */
function isOthers({ reveals }: RoundResult, queue: readonly Scene[], me: ActorId | null): boolean {
  const isPlayer = me !== null && queue.some(({ round }) => round.reveals.has(me));
  return isPlayer && !reveals.has(me);
}
