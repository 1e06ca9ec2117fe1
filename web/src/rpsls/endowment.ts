import { voucher } from '../generated/facts.json';
import type { Following } from '../chain/estimate';
import { usable, type Voucher } from '../chain/voucher';
import type { GameConfig, Timeout } from './config';
import { roundsOf } from './knockout';
import { placesOf } from './rules';
import type { GameState } from './state';

const { rounds: OPEN, messages, guest } = voucher;

/** The terms of a game, which tell how long it takes. */
export type Terms = Pick<GameState, 'config' | 'rules'>;

/** How many rounds a knockout takes. Null for games that last until somebody wins. */
function knownRounds({ config, rules }: Terms): number | null {
  return rules.format === 'knockout' ? roundsOf(placesOf(rules, config)) : null;
}

/** How many rounds a price is told for: all of a knockout, or the first. */
export function toldRounds(terms: Terms): number {
  return knownRounds(terms) ?? 1;
}

/** How many rounds a voucher is for. */
export function roundsAt(terms: Terms): number {
  return knownRounds(terms) ?? OPEN;
}

/** How many messages after taking a seat a player's voucher pays for. */
export function playerMessages(terms: Terms): number {
  return messages.round * roundsAt(terms);
}

/** How many messages a guest's voucher pays for: it includes the seat, as a guest has nothing else to pay with. */
export function guestMessages(terms: Terms): number {
  return messages.seat + playerMessages(terms);
}

/** What must remain payable after taking a seat, with the first move or without: a bet is lost with any of it. */
export function afterSeat(terms: Terms, hasMove: boolean): Following {
  const done = Number(hasMove);
  return { needed: messages.round * toldRounds(terms) - done, kept: playerMessages(terms) - done };
}

/** What comes before an alarm's gas, after a move or its reveal. */
export function afterMove({ rules, players, round }: GameState, isShown: boolean): Following {
  const rest = rules.format === 'knockout' ? roundsOf(players.length) - round : OPEN;
  return { needed: 0, kept: messages.round * rest + Number(!isShown) };
}

/** How many messages a player sends who takes the seat with the first move, or without. */
export function toldMessages(terms: Terms, hasMove: boolean): number {
  return 1 + afterSeat(terms, hasMove).needed;
}

/** How long, ms, a guest's voucher lasts at least: a guest need not come at once. */
export const GUEST_TIME = guest;

/** The terms of a seat's voucher. */
export interface Endowment {
  value: bigint;
  /**
   * In blocks: the longest time that its rounds can take, after a day of waiting alone and a day that the game may
   * promise for that. A game whose player has to sign again is lost by silence while that player sleeps.
   */
  duration: number;
  /** The most that each message uses up of it. */
  message: bigint;
  /** What each message is likely to use up. */
  usual: bigint;
  /** What taking the seat, with issuing the voucher, uses up at most of the account's own money. */
  seat: bigint;
}

/** How long a game of this many rounds can take, ms. Registration begins again if it ends without two players. */
export function longestGame(
  { entryTimeout, moveTimeout, revealTimeout }: Pick<GameConfig, Timeout>,
  rounds: number,
): number {
  return 2 * entryTimeout + rounds * (moveTimeout + revealTimeout);
}

/** What is left of it after so many messages. */
export function restOf({ value, usual }: Pick<Endowment, 'value' | 'usual'>, later: number): bigint {
  return value - BigInt(later) * usual;
}

/** A voucher from an earlier game that is good for another one: it has half of a new one's money and time left. */
export function leftFor(
  { value, duration }: Pick<Endowment, 'value' | 'duration'>,
  vouchers: readonly Voucher[],
  height: number,
): Voucher | undefined {
  return usable(vouchers, height + Math.floor(duration / 2)).find(({ balance }) => balance >= value / 2n);
}
