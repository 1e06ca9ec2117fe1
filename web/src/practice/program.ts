import type { ActorId } from '../lib/hex';
import { needed, programs } from '../lib/browser';
import { ProgramPanic, syscallsOf, type Call, type Effects } from './syscalls';

/** The entry points of a program. */
export type Entry = 'init' | 'handle' | 'state';

/** How many pages of memory the program's own data and its stack take. */
const STATIC_PAGES = 17;
const PAGE_BYTES = 65_536;

interface Exports {
  __gear_stack_end: WebAssembly.Global<'i32'>;
  init: () => void;
  handle: () => void;
  state: () => void;
}

/** A Gear program that runs in this page. It is the same code that runs on the chain. */
export class HostedProgram {
  /** The program's memory from the end of its stack on. */
  private kept: Uint8Array<ArrayBuffer> | null = null;

  constructor(
    private readonly module: WebAssembly.Module,
    readonly id: ActorId,
  ) {}

  /**
   * Calls the program, and keeps its memory.
   *
   * @throws ProgramPanic if the program panics; then it remembers nothing of the call
   */
  async call(entry: 'init' | 'handle', call: Omit<Call, 'program'>): Promise<Effects> {
    const { effects, memory } = await this.run(entry, call);
    this.kept = memory;
    return effects;
  }

  /** Asks the program. It remembers nothing of that. */
  async ask(call: Omit<Call, 'program'>): Promise<Effects> {
    return (await this.run('state', call)).effects;
  }

  /** As on the chain, each call gets a new instance with the memory that the last one left. */
  private async run(
    entry: Entry,
    call: Omit<Call, 'program'>,
  ): Promise<{ effects: Effects; memory: Uint8Array<ArrayBuffer> }> {
    const wasm = needed(programs());
    const memory = new wasm.Memory({ initial: STATIC_PAGES });
    const { effects, env } = syscallsOf({ ...call, program: this.id }, memory);
    const instance = await wasm.instantiate(this.module, { env });
    const exports = instance.exports as unknown as Exports;
    const start = exports.__gear_stack_end.value;
    if (this.kept) restore(memory, start, this.kept);
    execute(exports[entry]);
    return { effects, memory: new Uint8Array(memory.buffer.slice(start)) };
  }
}

/** Runs an entry point. A trap counts as a panic without words. */
function execute(entry: () => void): void {
  try {
    entry();
  } catch (error) {
    throw error instanceof needed(programs()).RuntimeError ? new ProgramPanic(error.message) : error;
  }
}

/** Restores the memory that an earlier call left, which may be larger than the initial one. */
function restore(memory: WebAssembly.Memory, start: number, kept: Uint8Array): void {
  const missing = (start + kept.length - memory.buffer.byteLength) / PAGE_BYTES;
  if (missing > 0) memory.grow(missing);
  new Uint8Array(memory.buffer, start).set(kept);
}
