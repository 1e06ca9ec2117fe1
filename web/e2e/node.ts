import { GearApi } from '@gear-js/api';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { built, environment } from '../../kit/built.mjs';

const run = promisify(execFile);

const BINARY = process.env['VARA_DEVNODE'] || built('vara-devnode');
const CLIENT = process.env['RPSLS'] || built('rpsls');
/** Where the client's homes are. The next run deletes them. */
const HOME = fileURLToPath(new URL('../test-results/rpsls', import.meta.url));

/** The real time between blocks, in ms. On the chain each takes three seconds. */
export const BLOCK_TIME = 600;

/** The methods that read a program's state. */
const READS = ['', 'Batch', 'UsingWasm', 'UsingWasmBatch'].map((kind) => `gear_readState${kind}`);

export interface Settings {
  bet?: string;
  seats?: string;
  /** The amount and the unit of each stage. */
  entry?: [string, string];
  move?: [string, string];
  reveal?: [string, string];
  /** Whether the table starts when it is full: a duel as a knockout, among more by points. */
  isModern?: boolean;
  /** The format, by the first word of its name. */
  format?: 'Knockout' | 'Replay';
}

/** The settings of a table if none are given. */
export const USUAL = { bet: '10', seats: '5', stage: ['10', 'min'] } as const;

/** A development node for one test. */
export class DevNode {
  private connection: Promise<GearApi> | undefined;

  private constructor(
    private process: ChildProcess,
    readonly url: string,
  ) {}

  /** @param readsState whether the node has `gear_readState` and its relatives, which Vara is going to lose */
  static async start(port = 0, blockTime = BLOCK_TIME, readsState = true): Promise<DevNode> {
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

  /** A connection of the test's own, beside those of its pages. */
  api(): Promise<GearApi> {
    return (this.connection ??= GearApi.create({ providerAddress: this.url, noInitWarn: true }));
  }

  /** How many extrinsics of this account are in blocks. */
  async nonceOf(address: string): Promise<number> {
    const { query } = await this.api();
    const { nonce } = await query.system.account(address);
    return nonce.toNumber();
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Moves the chain's time on by three seconds for each block. */
  async advanceBlocks(count: number): Promise<void> {
    await this.call('dev_advanceBlocks', [count]);
  }

  /** Makes one block at this time from now, in ms of the chain's time. */
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

  /** Lets the command-line client open a table for a development account, and returns its id. */
  async openTable(settings: Settings = {}, owner = 'Alice'): Promise<string> {
    const { bet = USUAL.bet, seats = USUAL.seats, isModern = false, format } = settings;
    const { entry = USUAL.stage, move = USUAL.stage, reveal = USUAL.stage } = settings;
    const options = {
      bet,
      seats,
      entry: entry.join(''),
      moves: move.join(''),
      reveals: reveal.join(''),
      format: format?.toLowerCase() ?? (!isModern ? 'replay' : seats === '2' ? 'knockout' : 'points'),
      start: isModern ? 'full' : 'time',
    };
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    const said = await this.rpsls(owner, ['deploy', '--yes', '--json', ...args]);
    return (JSON.parse(said) as { program: string }).program;
  }

  /** Runs the command-line client with an account, and returns what it says. */
  async rpsls(account: string, args: readonly string[]): Promise<string> {
    const env = environment({ RPSLS_HOME: `${HOME}/${this.port}-${account}` });
    const { stdout } = await run(CLIENT, [`--node=${this.url}`, `--account=${account}`, ...args], { env });
    return stdout;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    await (await this.connection)?.disconnect();
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    await ended;
  }
}
