import type { ActorId, Hex } from '../lib/hex';
import type { Call } from './runtime';

/** A message to a program. */
export interface Message {
  destination: ActorId;
  payload: Hex | Uint8Array;
  gasLimit: bigint;
  value: bigint;
}

export function sendMessage({ destination, payload, gasLimit, value }: Message): Call {
  return { Gear: { send_message: { destination, payload, gas_limit: gasLimit, value, keep_alive: false } } };
}

/** Moves money to an account. The sender keeps what an account must hold. */
export function transfer(to: ActorId, value: bigint): Call {
  return { Balances: { transfer_keep_alive: { dest: { Id: to }, value } } };
}

/** Moves all that an account has, and ends it. */
export function transferAll(to: ActorId): Call {
  return { Balances: { transfer_all: { dest: { Id: to }, keep_alive: false } } };
}

/** Several calls as one: all of them, or none. */
export function together([first, ...rest]: [Call, ...Call[]]): Call {
  return rest.length === 0 ? first : { Utility: { batch_all: { calls: [first, ...rest] } } };
}

/** The same message, paid for by a voucher. */
export function byVoucher(voucher: Hex, message: Call): Call {
  return { GearVoucher: { call: { voucher_id: voucher, call: { SendMessage: message['Gear']?.['send_message'] } } } };
}

/** A call by which the spender gives up a voucher. The voucher pays for it. */
export function declineVoucher(voucher: Hex): Call {
  return { GearVoucher: { call: { voucher_id: voucher, call: 'DeclineVoucher' } } };
}

/** A call by which the owner takes back what is left in a voucher. */
export function revokeVoucher(spender: ActorId, voucher: Hex): Call {
  return { GearVoucher: { revoke: { spender, voucher_id: voucher } } };
}

/** A message to a program, in a call. */
export interface CalledMessage {
  destination: ActorId;
  payload: Hex;
}

/** Calls that contain several calls. */
const BATCHES = ['batch', 'batch_all', 'force_batch'];

/** The messages that a call sends, in order: by itself, by a voucher, or several together. */
export function messagesIn(call: Call): CalledMessage[] {
  const [pallet, inner = {}] = Object.entries(call)[0] ?? [];
  const [name = '', content] = Object.entries(inner)[0] ?? [];
  if (pallet === 'Gear' && name === 'send_message') return [content as CalledMessage];
  if (pallet === 'GearVoucher' && name === 'call') {
    const { call: prepaid } = content as { call: { SendMessage?: CalledMessage } };
    return prepaid.SendMessage ? [prepaid.SendMessage] : [];
  }
  if (pallet === 'Utility' && BATCHES.includes(name)) return (content as { calls: Call[] }).calls.flatMap(messagesIn);
  return [];
}
