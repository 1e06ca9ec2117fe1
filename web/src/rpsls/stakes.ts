import { BLOCK_TIME } from '../chain/clock';
import { tip } from '../../../docs/clients.json';
import type { GameConfig } from './config';
import type { GameRules } from './rules';

/** What filling a block costs on Vara, in the smallest unit: see docs/security.md. */
const FULL_BLOCK = BigInt(tip.filler.price);

/** In less time, ms, an action may not become final on a public network. */
const HURRIED = 60_000;

/** What is to be known of a table before money goes into it. */
export type Risk =
  /** One person on several seats beats whoever has one. */
  | 'seats'
  /** The pot may be worth more than it costs to keep others' messages out of a stage's blocks. */
  | 'blocks'
  /** A stage may be over before an action is final. */
  | 'hurried';

export function risksOf({ betSize, seats, moveTimeout, revealTimeout }: GameConfig, { format }: GameRules): Risk[] {
  const shortest = Math.min(moveTimeout, revealTimeout);
  const pot = betSize * BigInt(seats);
  const filling = BigInt(Math.floor(shortest / BLOCK_TIME)) * FULL_BLOCK;
  const risks: [Risk, boolean][] = [
    ['seats', betSize > 0n && seats > 2 && format !== 'knockout'],
    ['blocks', pot > filling / 2n],
    ['hurried', shortest < HURRIED],
  ];
  return risks.flatMap(([risk, isThere]) => (isThere ? [risk] : []));
}
