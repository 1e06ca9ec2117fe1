import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BINARY =
  process.env['VARA_DEVNODE'] ?? fileURLToPath(new URL('../../target/release/vara-devnode', import.meta.url));

/** Milliseconds between blocks; each is three seconds of the chain's time. */
export const BLOCK_TIME = 600;

/** What reads a program's state. */
const READS = ['', 'Batch', 'UsingWasm', 'UsingWasmBatch'].map((kind) => `gear_readState${kind}`);

/** A development node of a test's own. */
export class DevNode {
  private constructor(
    private process: ChildProcess,
    readonly url: string,
  ) {}

  /** @param readsState whether it has `gear_readState` and its relatives, which Vara is to lose */
  static async start(port = 0, blockTime = BLOCK_TIME, readsState = true): Promise<DevNode> {
    if (!existsSync(BINARY)) throw new Error(`${BINARY} is not built: run \`make artifacts\``);
    const args = ['--port', String(port), '--block-time', String(blockTime), '--log', 'error'];
    if (!readsState) args.push(...READS.flatMap((method) => ['--without', method]));
    const process = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await new Promise<string>((resolve, reject) => {
      process.once('error', reject);
      process.once('exit', (code) => reject(new Error(`the node ended with ${code}`)));
      createInterface({ input: process.stdout }).on('line', (line) => {
        const found = /ws:\/\/\S+/.exec(line)?.[0];
        if (found) resolve(found);
      });
    });
    return new DevNode(process, url);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Moves the chain's time on, three seconds a block. */
  async advanceBlocks(count: number): Promise<void> {
    await this.call('dev_advanceBlocks', [count]);
  }

  /** Makes one block so many ms of the chain's time from now on. */
  async passTime(ms: number): Promise<void> {
    await this.call('dev_setTime', [Date.now() + ms]);
  }

  async call(method: string, params: unknown[]): Promise<unknown> {
    const response = await fetch(this.url.replace('ws:', 'http:'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (answer.error) throw new Error(answer.error.message);
    return answer.result;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    await ended;
  }
}
