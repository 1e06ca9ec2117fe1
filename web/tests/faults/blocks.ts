import { once } from 'node:events';
import { WebSocket } from 'ws';

/** From here on ids are of requests for new blocks. Those before are numbers of blocks. */
const MAKING = 1e9;

interface Written {
  number: string;
}

/** The blocks of a node, as they come. */
export class Blocks {
  best = 0;
  private readonly hashes = new Map<number, string>();
  private readonly numbers = new Map<string, number>();
  private isClosed = false;
  /** What waits for blocks that are being made, by the ids of these requests. */
  private readonly made = new Map<number, () => void>();
  private lastMade = MAKING;
  private waiting: { number: number; go: () => void }[] = [];

  private constructor(
    private readonly socket: WebSocket,
    /** The real time between two blocks, ms. */
    readonly time: number,
  ) {}

  /** Follows the blocks of this node until it is closed. */
  static async of(url: string, time: number): Promise<Blocks> {
    const socket = new WebSocket(url);
    const blocks = new Blocks(socket, time);
    socket.on('message', (data: Buffer) => blocks.hear(JSON.parse(data.toString()) as object));
    await once(socket, 'open');
    socket.send(request(0, 'chain_subscribeNewHeads', []));
    return blocks;
  }

  close(): void {
    this.isClosed = true;
    this.socket.close();
  }

  /** Makes the node's blocks, one after each wait, until it is closed. */
  async drive(wait: () => Promise<void>): Promise<void> {
    while (!this.isClosed) {
      await wait();
      await this.make(1);
    }
  }

  /** Makes the node make so many blocks at once. */
  make(count: number): Promise<void> {
    this.lastMade += 1;
    const id = this.lastMade;
    return new Promise((made) => {
      this.made.set(id, made);
      this.socket.send(request(id, 'dev_advanceBlocks', [count]));
    });
  }

  hash(number: number): string | undefined {
    return this.hashes.get(Math.max(0, number));
  }

  number(hash: string): number | undefined {
    return this.numbers.get(hash);
  }

  /** Waits for the block with this number. */
  reach(number: number): Promise<void> {
    if (this.best >= number) return Promise.resolve();
    return new Promise((go) => this.waiting.push({ number, go }));
  }

  /** Waits for so many more blocks. */
  pass(count: number): Promise<void> {
    return this.reach(this.best + count);
  }

  private hear(message: { id?: number; result?: unknown; params?: { result: Written } }): void {
    const { id, result, params } = message;
    if (id !== undefined && id >= MAKING) return this.made.get(id)?.();
    if (params) {
      const number = Number(params.result.number);
      this.socket.send(request(number, 'chain_getBlockHash', [number]));
    } else if (id !== undefined && id > 0) {
      this.hashes.set(id, String(result));
      this.numbers.set(String(result), id);
      this.best = Math.max(this.best, id);
      const due = this.waiting.filter(({ number }) => number <= this.best);
      this.waiting = this.waiting.filter(({ number }) => number > this.best);
      for (const { go } of due) go();
    }
  }
}

function request(id: number, method: string, params: unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
