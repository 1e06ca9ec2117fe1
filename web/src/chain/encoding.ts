/** The Sails encoding, which puts a header in front of each message: docs/sails.md. */
import { hexToU8a, u8aConcat, u8aEq, u8aToHex } from '../lib/bytes';
import type { Hex } from '../lib/hex';

/** How long a header is, in bytes. */
const LENGTH = 16;
/** What a header begins with: `GM`, its version, its length. */
const START = [0x47, 0x4d, 1, LENGTH];
/** The positions of the variant, and of the kind of message that it belongs to. */
const [VARIANT, KIND] = [12, 13] as const;
/** The variant is a query, and not an action or event. */
const QUERY = 1;
/** The end of a header: the route of the only service, and nothing. */
const END = [1, 0];

/** A message whose header names the interface of this id. */
interface Headed {
  variant: Uint8Array;
  isQuery: boolean;
  /** What follows the header. */
  rest: Uint8Array;
}

function headedOf(id: Hex, payload: Hex): Headed | null {
  const bytes = hexToU8a(payload);
  if (!u8aEq(bytes.subarray(0, VARIANT), u8aConcat(START, hexToU8a(id)))) return null;
  return {
    variant: bytes.subarray(VARIANT, KIND),
    isQuery: bytes[KIND] === QUERY,
    rest: bytes.subarray(LENGTH),
  };
}

/** An action or event in the metadata's encoding, whichever encoding it comes in. */
export function plainOf(id: Hex, payload: Hex): Hex {
  const headed = headedOf(id, payload);
  if (!headed) return payload;
  if (headed.isQuery) throw new Error('a query');
  return u8aToHex(u8aConcat(headed.variant, headed.rest));
}

/** A reply in the metadata's encoding, whichever encoding it comes in. Null if it answers a query. */
export function plainReplyOf(id: Hex, payload: Hex): Hex | null {
  const headed = headedOf(id, payload);
  if (!headed) return payload;
  return headed.isQuery ? null : u8aToHex(headed.rest);
}

/** Turns a query of the state, which is a variant's index and its fields, into a message. */
export function queryOf(id: Hex, query: Hex): Hex {
  const bytes = hexToU8a(query);
  const header = u8aConcat(START, hexToU8a(id), bytes.subarray(0, 1), [QUERY], END);
  return u8aToHex(u8aConcat(header, bytes.subarray(1)));
}

/** What the reply to a query holds. */
export function answerIn(id: Hex, payload: Hex): Uint8Array {
  const headed = headedOf(id, payload);
  if (!headed?.isQuery) throw new Error('the program has answered what was not asked');
  return headed.rest;
}
