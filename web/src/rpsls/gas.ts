import { following, price, program } from '../generated/facts.json';
import type { Following } from '../chain/estimate';
import type { GasRoom } from '../chain/gas';

const { message, burned, share, stage, portion } = program.gas;

/** The most gas that a message takes which stops no game, its alarm included. */
export const MESSAGE_GAS = BigInt(message);

/** The most gas that a move or a reveal burns which ends no game by a stop. */
export const BURNED_GAS = BigInt(burned);

/** What a table's messages may take beyond what is reckoned for them. */
export const TABLE_ROOM: GasRoom = { alarm: BigInt(price.alarmRoom), burned: BURNED_GAS };

/** The most gas that setting up a table takes: it arms no alarm. */
export const INIT_GAS = MESSAGE_GAS - TABLE_ROOM.alarm;

/** What a message takes which may stop a game of so many players, with what its alarms burn that pay them. */
export function stopGas(players: number): bigint {
  return MESSAGE_GAS + BigInt(share * players + stage * Math.ceil(players / portion));
}

/** What is to be paid for after taking a seat: a move and its reveal, or the bet is lost. */
export const AFTER_SEAT: Following = following;

/** What goes before an alarm, after a move or a reveal. */
export const AFTER_MOVE: Following = { ...following, needed: 0 };
