import type { ActorId } from '../chain/hex';
import { fields, integer, scaleText, text, variant, type Json } from '../chain/metadata';
import { encodable, type ConfigProblem, type GameConfig } from '../rpsls/config';
import { encodableRules, type GameRules } from '../rpsls/rules';

const PLAIN = ['startGasTooLow', 'notFair', 'titleTooLong', 'badTitle', 'notListed', 'notYours', 'outOfGas'] as const;

/** Why a house refuses an action. */
export type HouseError =
  | { kind: (typeof PLAIN)[number] }
  | { kind: 'badConfig'; problem: ConfigProblem }
  | { kind: 'depositMissing'; needed: bigint }
  /** One that a later version of the program has. */
  | { kind: 'unknown'; name: string };

export function houseErrorOf(json: Json): HouseError {
  const [name, content] = variant(json);
  if (name === 'badConfig') return { kind: name, problem: variant(content)[0] as ConfigProblem };
  if (name === 'depositMissing') return { kind: name, needed: integer(fields(content)['needed']) };
  const kind = PLAIN.find((known) => known === name);
  return kind ? { kind } : { kind: 'unknown', name };
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
      title: scaleText(title),
    },
  };
}
