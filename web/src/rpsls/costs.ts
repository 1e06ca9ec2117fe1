import { voucher } from '../generated/facts.json';
import type { Chain } from '../chain/connection';
import type { ActorId } from '../chain/hex';
import type { Following } from '../chain/estimate';
import type { GameConfig, Timeout } from './config';
import { TABLE_ROOM } from './gas';
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

/** How many rounds a game may have, as far as somebody pays for them in advance. */
export function roundsAt(terms: Terms): number {
  return knownRounds(terms) ?? OPEN;
}

/** How many messages a guest's voucher pays for: it includes the seat, as a guest has nothing else to pay with. */
export function guestMessages(rounds: number): number {
  return messages.seat + messages.round * rounds;
}

/** What must remain payable after taking a seat, with the first move or without: a bet is lost with any of it. */
export function afterSeat(terms: Terms, hasMove: boolean): Following {
  const done = Number(hasMove);
  return { needed: messages.round * toldRounds(terms) - done, kept: messages.round * roundsAt(terms) - done };
}

/** What comes before an alarm's gas, after a move or its reveal. */
export function afterMove({ rules, players, round }: GameState, isShown: boolean): Following {
  const rest = rules.format === 'knockout' ? roundsOf(players.length) - round : OPEN;
  return { needed: 0, kept: messages.round * rest + Number(!isShown) };
}

/** How many messages a player is known to have left: those of a knockout's later rounds, and of this one. */
export function messagesLeft(
  { rules, config, players, commitments, stage, round }: GameState,
  account: ActorId,
): number {
  const hasMove = commitments.has(account);
  if (stage === 'preparation') return afterSeat({ rules, config }, hasMove).needed;
  const status = players.find(({ id }) => id === account)?.status;
  if (status === undefined || status === 'out') return 0;
  const later = rules.format === 'knockout' ? messages.round * (roundsOf(players.length) - round) : 0;
  if (status === 'revealed') return later;
  return later + (hasMove ? 1 : messages.round);
}

/** How many messages a player sends who takes the seat with the first move, or without. */
export function toldMessages(terms: Terms, hasMove: boolean): number {
  return 1 + afterSeat(terms, hasMove).needed;
}

/** Whether no round follows the next one, so that nothing but its reveal is left once a move is sealed. */
export function isLastRound({ rules, config, players, stage, round }: GameState): boolean {
  if (rules.format !== 'knockout') return false;
  const count = stage === 'preparation' ? placesOf(rules, config) : players.length;
  return Math.max(1, round) >= roundsOf(count);
}

/** How long, ms, a guest's voucher lasts at least: a guest need not come at once. */
export const GUEST_TIME = guest;

/** The terms of a guest's voucher. */
export interface Endowment {
  /** In the smallest unit. */
  value: bigint;
  /** In blocks. */
  duration: number;
}

/** The lengths of a game's stages, ms. */
export type Times = Pick<GameConfig, Timeout>;

/** How long a game of this many rounds can take, ms. Registration begins again if it ends without two players. */
export function longestGame({ entryTimeout, moveTimeout, revealTimeout }: Times, rounds: number): number {
  return 2 * entryTimeout + rounds * (moveTimeout + revealTimeout);
}

/** What messages to a table use up, in the smallest unit. */
export interface Costs {
  /** One message, at most. */
  message: bigint;
  /** One message, in most cases. */
  usual: bigint;
  /** What must be there so that a usual message can be sent: its fee may rise, and it may be estimated with an alarm. */
  safe: bigint;
  /** The message that takes a seat, at most, and the same with a transfer in one extrinsic. */
  seat: bigint;
  seatAndTransfer: bigint;
}

/** What a chain asks of whoever pays, in the smallest unit. */
export type Prices = Pick<Chain, 'existentialDeposit' | 'valuePerGas'>;

/**
 * What a seat may take from a purse, in the smallest unit: all messages that may follow it, and an alarm's gas once,
 * which comes back. The one reveal of a last round sends no alarm: should the other player be silent, the page settles
 * the game by one more message, and so can anybody.
 */
export function reserveOf({ safe }: Costs, terms: Terms, hasMove: boolean, { valuePerGas }: Prices): bigint {
  const later = afterSeat(terms, hasMove).kept;
  return BigInt(later) * safe + (later > 1 ? TABLE_ROOM.alarm * valuePerGas : 0n);
}

/**
 * For how many more messages than its seats need a purse is filled: each transfer has a fee of its own. A usual message
 * is reckoned with some gas to spare, which two need not have: it is a twentieth of what they take.
 */
const [SPARE, TWENTIETH] = [2n, 20n];

/**
 * What has to be put into a purse, in the smallest unit: nothing if it has enough.
 *
 * @param has what it can pay with
 * @param reserves what its seats may take, the new one too
 */
export function lackIn(has: bigint, reserves: bigint, { usual }: Costs, { existentialDeposit }: Prices): bigint {
  const least = existentialDeposit + reserves;
  return has >= least ? 0n : least + SPARE * (usual - usual / TWENTIETH) - has;
}
