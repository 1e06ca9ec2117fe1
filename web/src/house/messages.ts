import type { ActorId } from '../chain/hex';
import { fields, integer, text, variant, variantOf, type Json } from '../chain/metadata';
import type * as wire from '../generated/house';
import { encodable, type ConfigProblem, type GameConfig } from '../rpsls/config';
import { encodableRules, type GameRules } from '../rpsls/rules';

/** Refusals of what this page does not ask for. */
type Unlisting = 'notListed' | 'notYours';

/** Refusals of which no more is shown than that. */
const PLAIN: Record<Exclude<keyof wire.HouseError, 'badConfig' | 'depositMissing' | Unlisting>, true> = {
  startGasTooLow: true,
  notFair: true,
  titleTooLong: true,
  badTitle: true,
  outOfGas: true,
};

/** Why a house refuses an action. */
export type HouseError =
  | { kind: keyof typeof PLAIN }
  | { kind: 'badConfig'; problem: ConfigProblem }
  | { kind: 'depositMissing'; needed: bigint }
  /** One that a later version of the program has. */
  | { kind: 'unknown'; name: string };

export function houseErrorOf(json: Json): HouseError {
  const [kind, content] = variantOf<wire.HouseError>(json);
  if (kind === 'badConfig') return { kind, problem: variantOf<wire.ConfigError>(content)[0] };
  if (kind === 'depositMissing') return { kind, needed: integer(content.needed) };
  return kind === 'notListed' || kind === 'notYours' || !(kind in PLAIN) ? { kind: 'unknown', name: kind } : { kind };
}

/** The table that a house has opened. */
export function openedOf(json: Json): ActorId {
  const [name, content] = variant(json);
  if (name !== 'opened') throw new Error('the house answered a question that was not asked');
  return text(fields(content)['table']) as ActorId;
}

/** What a table is opened with. */
export interface Opening {
  config: GameConfig;
  rules: GameRules;
  title: string;
}

/**
 * The action that opens a table, as the program's types have it.
 *
 * @param startGas how much the table's start gets
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
