import type { ActorId, Hex } from '../lib/hex';
import { hexToU8a, u8aToHex } from '../lib/bytes';

/** The input of a program's call, and what the program can read of it. */
export interface Call {
  program: ActorId;
  /** The id of the message that the program handles. */
  id: Hex;
  source: ActorId;
  value: bigint;
  payload: Uint8Array;
  block: { number: number; timestamp: number };
  /** The program's balance, including this call's value. */
  funds: bigint;
  /** The id of the next message that the program sends. */
  nextId: () => Hex;
}

/** A message that a program sent. */
export interface Sent {
  id: Hex;
  to: ActorId;
  value: bigint;
  payload: Hex;
  /** How many blocks later it arrives. */
  delay: number;
}

/** The effects of a call. */
export interface Effects {
  reply: { payload: Hex; value: bigint } | null;
  sent: Sent[];
}

/** A program's own panic. The chain undoes what the call did. */
export class ProgramPanic extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'ProgramPanic';
  }
}

/** Stands for a pointer to a value when there is no value. */
const NO_VALUE = 0xffff_ffff;
/** Error codes that programs know. */
const DONE = 0;
const NOT_ENOUGH_VALUE = 101;
const READ_WRONG_RANGE = 104;
const ID_BYTES = 32;
/** The length of the error code that precedes the id of the message. */
const CODE_BYTES = 4;

/** Access to the program's memory for a call. Numbers are little-endian. */
class View {
  constructor(private readonly memory: WebAssembly.Memory) {}

  /** Made anew each time, because the memory moves when it grows. */
  private get data(): DataView {
    return new DataView(this.memory.buffer);
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at >>> 0, length >>> 0);
  }

  hex(at: number, length: number): Hex {
    return u8aToHex(this.bytes(at, length));
  }

  text(at: number, length: number): string {
    return new TextDecoder().decode(this.bytes(at, length));
  }

  u128(at: number): bigint {
    if (at >>> 0 === NO_VALUE) return 0n;
    return this.data.getBigUint64(at >>> 0, true) + (this.data.getBigUint64((at >>> 0) + 8, true) << 64n);
  }

  putU32(at: number, value: number): void {
    this.data.setUint32(at >>> 0, value, true);
  }

  putU64(at: number, value: bigint): void {
    this.data.setBigUint64(at >>> 0, value, true);
  }

  putU128(at: number, value: bigint): void {
    this.putU64(at, BigInt.asUintN(64, value));
    this.putU64((at >>> 0) + 8, value >> 64n);
  }

  put(at: number, bytes: Uint8Array): void {
    this.bytes(at, bytes.length).set(bytes);
  }
}

/**
 * The host functions of a Gear program, as far as the games' programs need them. They have the
 * chain's names and arguments, which are pointers into the program's memory.
 */
export function syscallsOf(
  call: Call,
  memory: WebAssembly.Memory,
): { effects: Effects; env: WebAssembly.ModuleImports } {
  const view = new View(memory);
  const effects: Effects = { reply: null, sent: [] };
  let { funds } = call;
  /** Takes value from the program. Returns the id of the message that has it, or null if there was too little. */
  const spend = (value: bigint, result: number): Hex | null => {
    const id = value <= funds ? call.nextId() : null;
    if (id) funds -= value;
    view.putU32(result, id ? DONE : NOT_ENOUGH_VALUE);
    view.put(result + CODE_BYTES, id ? hexToU8a(id) : new Uint8Array(ID_BYTES));
    return id;
  };
  const env = {
    memory,
    alloc: (pages: number) => memory.grow(pages),
    /** A practice game is too short for its memory to matter. */
    free_range: () => 0,
    gr_size: (size: number) => view.putU32(size, call.payload.length),
    gr_read: (at: number, length: number, buffer: number, error: number) => {
      const part = call.payload.subarray(at >>> 0, (at >>> 0) + (length >>> 0));
      const isThere = part.length === length >>> 0;
      if (isThere) view.put(buffer, part);
      view.putU32(error, isThere ? DONE : READ_WRONG_RANGE);
    },
    gr_message_id: (id: number) => view.put(id, hexToU8a(call.id)),
    gr_source: (id: number) => view.put(id, hexToU8a(call.source)),
    gr_program_id: (id: number) => view.put(id, hexToU8a(call.program)),
    gr_value: (value: number) => view.putU128(value, call.value),
    gr_block_height: (height: number) => view.putU32(height, call.block.number),
    gr_block_timestamp: (timestamp: number) => view.putU64(timestamp, BigInt(call.block.timestamp)),
    gr_reply: (payload: number, length: number, valueAt: number, result: number) => {
      const value = view.u128(valueAt);
      if (spend(value, result)) effects.reply = { payload: view.hex(payload, length), value };
    },
    gr_send_wgas: (target: number, payload: number, length: number, _gas: bigint, delay: number, result: number) => {
      const [to, value] = [view.hex(target, ID_BYTES), view.u128(target + ID_BYTES)];
      // Gas costs nothing here.
      const id = spend(value, result);
      if (id) effects.sent.push({ id, to, value, payload: view.hex(payload, length), delay });
    },
    gr_panic: (payload: number, length: number) => {
      throw new ProgramPanic(view.text(payload, length));
    },
  };
  return { effects, env };
}
