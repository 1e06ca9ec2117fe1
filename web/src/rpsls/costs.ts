import { voucher } from '../generated/facts.json';
import type { Chain } from '../chain/connection';
import type { ActorId } from '../lib/hex';
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

/** What comes before an alarm's gas, after a move or its reveal: what the purse's other seats may take, too. */
export function afterMove(
  { rules, players, round }: GameState,
  isShown: boolean,
  others: readonly Outlay[] = [],
): Following {
  const rest = rules.format === 'knockout' ? roundsOf(players.length) - round : OPEN;
  const beside = {
    messages: others.reduce((sum, { messages }) => sum + messages, 0),
    gas: BigInt(others.filter(({ hasAlarm }) => hasAlarm).length) * TABLE_ROOM.alarm,
  };
  return { needed: 0, kept: messages.round * rest + Number(!isShown), beside };
}

/** How many messages a player has left if the game has so many rounds. */
function messagesOf(
  { rules, config, players, commitments, stage, round }: GameState,
  account: ActorId,
  openRounds: number,
): number {
  const isKnockout = rules.format === 'knockout';
  const hasMove = commitments.has(account);
  if (stage === 'preparation') {
    const rounds = isKnockout ? roundsAt({ rules, config }) : openRounds;
    return messages.round * rounds - Number(hasMove);
  }
  const status = players.find(({ id }) => id === account)?.status;
  if (status === undefined || status === 'out') return 0;
  const later = messages.round * Math.max(0, (isKnockout ? roundsOf(players.length) : openRounds) - round);
  if (status === 'revealed') return later;
  return later + (hasMove ? 1 : messages.round);
}

/** How many messages a player is known to have left: those of a knockout's later rounds, and of this one. */
export function messagesLeft(state: GameState, account: ActorId): number {
  return messagesOf(state, account, 1);
}

/** What a seat may still take from a purse. Nothing, if none pays for it. */
export interface Outlay {
  /** The moves and shows that may follow, and one message that settles the game should the other players be silent. */
  messages: number;
  /** Whether it also sends an alarm, whose gas comes back late. An alarm settles the game by itself. */
  hasAlarm: boolean;
}

export const NO_OUTLAY: Outlay = { messages: 0, hasAlarm: false };

/** What may follow a seat. The one reveal of a last round sends no alarm. */
export function outlayOf(terms: Terms, hasMove: boolean): Outlay {
  const later = afterSeat(terms, hasMove).kept;
  return { messages: later + 1, hasAlarm: later > 1 };
}

/** The same for a seat that a purse pays for, in this state of its game. */
export function outlayIn(state: GameState, account: ActorId): Outlay {
  if (state.stage === 'preparation') return outlayOf(state, state.commitments.has(account));
  const isIn = state.players.some(({ id, status }) => id === account && status !== 'out');
  // From now on the alarm has been sent, or another message of the game has one.
  return isIn ? { messages: messagesOf(state, account, OPEN) + 1, hasAlarm: false } : NO_OUTLAY;
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
 * What one message takes that comes after another: the room of the one before, for a rise of the fee, has come back. Of
 * a usual message's own room it needs not all: that is a twentieth.
 */
function lastOf({ usual }: Costs): bigint {
  return usual - usual / 20n;
}

/** What seats may take from their purse, in the smallest unit. */
export function reserveOf(outlays: readonly Outlay[], costs: Costs, { valuePerGas }: Prices): bigint {
  return outlays
    .filter(({ messages }) => messages > 0)
    .map(({ messages, hasAlarm }) => {
      return BigInt(messages - 1) * costs.safe + (hasAlarm ? TABLE_ROOM.alarm * valuePerGas : lastOf(costs));
    })
    .reduce((sum, reserve) => sum + reserve, 0n);
}

/**
 * What has to be put into a purse, in the smallest unit: nothing if it has enough. Each transfer has a fee, so it is
 * filled for a message more than its seats may take: every second duel fills nothing.
 *
 * @param has what it can pay with
 * @param reserves what its seats may take, the new one too
 */
export function lackIn(has: bigint, reserves: bigint, costs: Costs, { existentialDeposit }: Prices): bigint {
  const least = existentialDeposit + reserves;
  return has >= least ? 0n : least + lastOf(costs) - has;
}

/**
 * What a purse has too little for the messages that one of its seats surely has left, and those of the others. It has
 * enough while a message is on its way, which takes more than it costs in the end: so what settles a game is left out.
 */
export function shortIn(has: bigint, left: number, others: readonly Outlay[], costs: Costs, prices: Prices): bigint {
  const sure = others.reduce((sum, { messages }) => sum + Math.max(0, messages - 1), left);
  if (left === 0 || has >= prices.existentialDeposit + BigInt(sure) * costs.safe) return 0n;
  const own = { messages: left + 1, hasAlarm: false };
  return lackIn(has, reserveOf([own, ...others], costs, prices), costs, prices);
}
