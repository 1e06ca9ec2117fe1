import type { BlockFacts, Fact } from '../chain/blocks';
import { BLOCK_TIME } from '../chain/clock';
import type { ActorId, Hex } from '../lib/hex';
import { hexToU8a } from '../lib/bytes';
import type { HostedProgram } from './program';
import { ProgramPanic, type Call, type Sent } from './syscalls';

/** A message on its way. */
interface Delayed extends Sent {
  /** The block in which it arrives. */
  due: number;
}

/** The program's reply, or the reason of its panic. */
export type Outcome = { reply: Hex } | { panic: string };

/**
 * A chain in this page with one program on it. It has blocks by the wall clock, a book of balances,
 * messages and alarms. Gas costs nothing.
 */
export class PracticeChain {
  /** What happened to the program in each block. */
  readonly blocks: BlockFacts[] = [];
  private readonly book = new Map<ActorId, bigint>();
  private alarms: Delayed[] = [];
  private messages = 0;
  private readonly start: number;

  /** @param now the wall clock, ms */
  constructor(
    private readonly program: HostedProgram,
    private readonly now: () => number,
  ) {
    this.start = now();
  }

  balanceOf(id: ActorId): bigint {
    return this.book.get(id) ?? 0n;
  }

  /** All the money there is. */
  get total(): bigint {
    return [...this.book.values()].reduce((sum, value) => sum + value, 0n);
  }

  /** Gives an account money out of nothing. */
  fund(id: ActorId, value: bigint): void {
    this.credit(id, value);
  }

  /** @throws ProgramPanic if the program refuses to start */
  async deploy(owner: ActorId, payload: Hex): Promise<void> {
    await this.program.call('init', this.callOf(this.nextId(), owner, payload, 0n, this.height(), 0n));
  }

  /** Sends the program a message, after all alarms that are due. */
  async send(from: ActorId, payload: Hex, value: bigint): Promise<Outcome> {
    await this.wake();
    return this.deliver(this.nextId(), from, payload, value, this.height());
  }

  /** Delivers the alarms that are due. */
  async wake(): Promise<void> {
    const height = this.height();
    for (let alarm = this.nextAlarm(height); alarm; alarm = this.nextAlarm(height)) {
      this.alarms = this.alarms.filter((other) => other !== alarm);
      await this.deliver(alarm.id, this.program.id, alarm.payload, alarm.value, alarm.due);
    }
  }

  /** The program's present answer to a query. */
  async ask(payload: Hex): Promise<Hex> {
    const { id } = this.program;
    const { reply } = await this.program.ask(this.callOf(this.nextId(), id, payload, 0n, this.height(), 0n));
    if (!reply) throw new Error('the program did not answer');
    return reply.payload;
  }

  private height(): number {
    return 1 + Math.floor((this.now() - this.start) / BLOCK_TIME);
  }

  private blockAt(number: number): { number: number; timestamp: number } {
    return { number, timestamp: this.start + (number - 1) * BLOCK_TIME };
  }

  private nextAlarm(height: number): Delayed | undefined {
    return this.alarms.filter(({ due }) => due <= height).sort((one, other) => one.due - other.due)[0];
  }

  private callOf(
    id: Hex,
    source: ActorId,
    payload: Hex,
    value: bigint,
    height: number,
    funds: bigint,
  ): Omit<Call, 'program'> {
    const block = this.blockAt(height);
    return { id, source, value, payload: hexToU8a(payload), block, funds, nextId: () => this.nextId() };
  }

  private async deliver(asked: Hex, from: ActorId, payload: Hex, value: bigint, height: number): Promise<Outcome> {
    const { id } = this.program;
    if (this.balanceOf(from) < value) throw new Error('the sender does not have this much');
    const block = this.blockAt(height);
    const funds = this.balanceOf(id) + (from === id ? 0n : value);
    const facts: Fact[] = [{ kind: 'asked', id: asked, from, to: id, payload }];
    try {
      const call = this.callOf(asked, from, payload, value, height, funds);
      const { reply, sent } = await this.program.call('handle', call);
      this.move(from, id, value);
      for (const message of sent) {
        this.move(id, message.to, message.value);
        if (message.to === id) this.alarms.push({ ...message, due: height + message.delay });
        else facts.push(this.said(message.id, message));
      }
      const answer: Hex = reply?.payload ?? '0x';
      this.move(id, from, reply?.value ?? 0n);
      const said = this.said(this.nextId(), { to: from, payload: answer, value: reply?.value ?? 0n });
      facts.push({ ...said, replyTo: asked });
      return { reply: answer };
    } catch (error) {
      if (!(error instanceof ProgramPanic)) throw error;
      const said = this.said(this.nextId(), { to: from, payload: '0x', value });
      facts.push({ ...said, replyTo: asked, isError: true });
      return { panic: error.message };
    } finally {
      this.tell(block, from === id ? facts.filter(({ to }) => to !== id) : facts);
    }
  }

  private said(id: Hex, { to, payload, value }: Pick<Sent, 'to' | 'payload' | 'value'>): Fact & { kind: 'said' } {
    const { id: from } = this.program;
    return { kind: 'said', id, from, to, value, payload, replyTo: null, isError: false };
  }

  private nextId(): Hex {
    this.messages += 1;
    return `0x${this.messages.toString(16).padStart(64, '0')}`;
  }

  private move(from: ActorId, to: ActorId, value: bigint): void {
    if (value === 0n) return;
    this.credit(from, -value);
    this.credit(to, value);
  }

  private credit(id: ActorId, value: bigint): void {
    this.book.set(id, this.balanceOf(id) + value);
  }

  private tell({ number, timestamp }: { number: number; timestamp: number }, facts: Fact[]): void {
    const last = this.blocks.at(-1);
    if (last?.head.number === number) {
      last.facts.push(...facts);
      return;
    }
    const hash: Hex = `0x${number.toString(16).padStart(64, '0')}`;
    this.blocks.push({ head: { hash, number, timestamp }, hasRun: true, facts });
  }
}
