import type { GearApi } from '@gear-js/api';
import { factsOf, headOf, type BlockFacts, type Head } from './blocks';
import type { ActorId, Hex } from './hex';

/** Blocks that are looked back at: five minutes of Vara. */
const DEPTH = 100;
/** Requests that are under way at once. */
const WIDTH = 10;

interface Block {
  hash: Hex;
  number: number;
}

interface Header extends Block {
  parent: Hex;
}

export interface Listener {
  /** A new head, before what happened in it is known. */
  onHead(head: Head): void;
  /**
   * What happened from `facts[0]` on, in order. Blocks of these numbers that
   * were told of before are no longer part of the chain.
   */
  onFacts(facts: BlockFacts[]): void;
  onError(error: unknown): void;
}

/**
 * Follows the best chain for one program: on its first block, after a gap and
 * after a reorganisation alike it walks back from the head to the first block
 * that it knows.
 */
export class Follower {
  private readonly known = new Map<number, Hex>();
  private readonly unsubscribe: Promise<() => void>;
  private isStopped = false;
  private isBusy = false;
  private next: Header | undefined;

  constructor(
    private readonly api: GearApi,
    private readonly program: ActorId,
    private readonly listener: Listener,
  ) {
    this.unsubscribe = api.rpc.chain.subscribeNewHeads((header) => {
      this.next = {
        hash: header.hash.toHex(),
        number: header.number.toNumber(),
        parent: header.parentHash.toHex(),
      };
      void this.work();
    });
    this.unsubscribe.catch((error: unknown) => this.fail(error));
  }

  stop(): void {
    this.isStopped = true;
    this.unsubscribe.then(
      (unsubscribe) => unsubscribe(),
      () => undefined,
    );
  }

  private async work(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      while (this.next && !this.isStopped) {
        const { hash, number, parent } = this.next;
        this.next = undefined;
        const head = await headOf(this.api, hash, number);
        if (this.isStopped) return;
        this.listener.onHead(head);
        await this.catchUp(head, parent);
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.isBusy = false;
    }
  }

  private fail(error: unknown): void {
    if (!this.isStopped) this.listener.onError(error);
  }

  private async catchUp(head: Head, parent: Hex): Promise<void> {
    const missing = await this.missing(head, parent);
    const facts: BlockFacts[] = [];
    for (let from = 0; from < missing.length; from += WIDTH) {
      const some = missing.slice(from, from + WIDTH);
      facts.push(...(await Promise.all(some.map((block) => this.read(block, head)))));
    }
    if (this.isStopped || facts.length === 0) return;
    for (const { number, hash } of missing) this.known.set(number, hash);
    for (const number of this.known.keys()) {
      if (number <= head.number - 2 * DEPTH || number > head.number) this.known.delete(number);
    }
    this.listener.onFacts(facts);
  }

  /** The blocks up to the head that are not known, in order. */
  private async missing(head: Head, parent: Hex): Promise<Block[]> {
    const missing: Block[] = [{ hash: head.hash, number: head.number }];
    if (this.known.get(head.number - 1) === parent) return missing;
    const first = Math.max(1, head.number - DEPTH);
    for (let number = head.number - 1; number >= first; number -= WIDTH) {
      const numbers = Array.from({ length: Math.min(WIDTH, number - first + 1) }, (_, i) => number - i);
      const hashes = await Promise.all(numbers.map((at) => this.api.rpc.chain.getBlockHash(at)));
      for (const [index, at] of numbers.entries()) {
        const hash = hashes[index]!.toHex();
        if (this.known.get(at) === hash) return missing.reverse();
        missing.push({ hash, number: at });
      }
    }
    return missing.reverse();
  }

  private async read(block: Block, head: Head): Promise<BlockFacts> {
    const at = block.hash === head.hash ? head : await headOf(this.api, block.hash, block.number);
    return factsOf(this.api, at, this.program);
  }
}
