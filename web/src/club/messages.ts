import type { ActorId } from '../lib/hex';
import { fields, integer, text, variant, variantOf, type Json } from '../chain/metadata';
import type * as wire from '../generated/club';
import { encodable, type ConfigProblem, type GameConfig } from '../rpsls/config';
import { encodableRules, type GameRules } from '../rpsls/rules';

/** Refusals of actions that this page does not send. */
type Unlisting = 'notListed' | 'notYours';

/** Refusals that are shown without further detail. */
const PLAIN: Record<Exclude<keyof wire.ClubError, 'badConfig' | 'depositMissing' | Unlisting>, true> = {
  startGasTooLow: true,
  notFair: true,
  titleTooLong: true,
  badTitle: true,
  outOfGas: true,
};

/** Why a club refuses an action. */
export type ClubError =
  | { kind: keyof typeof PLAIN }
  | { kind: 'badConfig'; problem: ConfigProblem }
  | { kind: 'depositMissing'; needed: bigint }
  /** An error of a later version of the program. */
  | { kind: 'unknown'; name: string };

export function clubErrorOf(json: Json): ClubError {
  const [kind, content] = variantOf<wire.ClubError>(json);
  if (kind === 'badConfig') return { kind, problem: variantOf<wire.ConfigError>(content)[0] };
  if (kind === 'depositMissing') return { kind, needed: integer(content.needed) };
  return isPlain(kind) ? { kind } : { kind: 'unknown', name: kind };
}

function isPlain(kind: string): kind is keyof typeof PLAIN {
  return kind in PLAIN;
}

/** The table that a club opened. */
export function openedOf(json: Json): ActorId {
  const [name, content] = variant(json);
  if (name !== 'opened') throw new Error('the club answered a question that was not asked');
  return text(fields(content)['table']) as ActorId;
}

/** The settings of a table to open. */
export interface Opening {
  config: GameConfig;
  rules: GameRules;
  title: string;
}

/**
 * The action that opens a table, in the program's types.
 *
 * @param startGas how much gas the table's start gets
 */
export function encodableOpening({ config, rules, title }: Opening, startGas: bigint): unknown {
  return {
    Open: {
      config: encodable(config),
      rules: encodableRules(rules),
      start_gas: startGas.toString(),
      title,
    },
  };
}
