import { BLOCK_TIME } from '../chain/clock';
import { tip } from '../generated/facts.json';
import type { GameConfig } from './config';
import type { GameRules } from './rules';

/** The highest tip, in the smallest unit. It comes out of the room that is left for the fee. */
const MOST_TIP = 30_000_000_000n;

/** The cost of filling a block while a message with this tip waits, in the smallest unit: see docs/security.md. */
export function fillingBeside(tipped: bigint): bigint {
  const { price, weight, rank } = tip.filler;
  const behind = tipped * BigInt(tip.weight) - BigInt(price) * BigInt(rank);
  return BigInt(price) + (behind > 0n ? behind / BigInt(weight) : 0n);
}

function shortestOf({ moveTimeout, revealTimeout }: GameConfig): number {
  return Math.min(moveTimeout, revealTimeout);
}

function blocksOf(config: GameConfig): bigint {
  return BigInt(Math.max(1, Math.floor(shortestOf(config) / BLOCK_TIME)));
}

/**
 * The tip at which keeping a message out of a stage's blocks costs twice the pot, or as near to
 * that as a tip can go.
 */
export function tipAt(config: GameConfig): bigint {
  const { price, weight, rank } = tip.filler;
  const each = (2n * config.betSize * BigInt(config.seats)) / blocksOf(config) + 1n - BigInt(price);
  const needed = each > 0n ? (each * BigInt(weight) + BigInt(price) * BigInt(rank)) / BigInt(tip.weight) + 1n : 0n;
  const first = BigInt(tip.first);
  return needed < first ? first : needed > MOST_TIP ? MOST_TIP : needed;
}

/** A shorter time, ms, may not be enough for an action to become final on a public network. */
const HURRIED = 60_000;

/** A warning about a table, before money goes into it. */
export type Risk =
  /** All play against all. One person with both other seats leaves you little chance, see docs/security.md. */
  | 'three'
  /** Some players have to win a round less, so the last seats are worth less than their bets. */
  | 'uneven'
  /** One person with all other seats leaves you no chance. */
  | 'group'
  /** The pot may be worth more than keeping others' messages out of a stage's blocks costs. */
  | 'blocks'
  /** A stage may be over before an action is final. */
  | 'hurried';

export function risksOf(config: GameConfig, { format, startWhenFull }: GameRules): Risk[] {
  const { betSize, seats } = config;
  const pot = betSize * BigInt(seats);
  const isGroup = betSize > 0n && format !== 'knockout';
  const risks: [Risk, boolean][] = [
    ['three', isGroup && seats === 3],
    ['group', isGroup && seats > 3],
    ['uneven', betSize > 0n && format === 'knockout' && !startWhenFull && seats > 2],
    ['blocks', 2n * pot > blocksOf(config) * fillingBeside(tipAt(config))],
    ['hurried', shortestOf(config) < HURRIED],
  ];
  return risks.flatMap(([risk, isThere]) => (isThere ? [risk] : []));
}
