import type { DBSchema } from 'idb';
import { Database } from '../../lib/database';
import type { ActorId, Hex } from '../../lib/hex';
import { withSpan, type Span } from '../../chain/spans';
import type { GameBlock } from '../../rpsls/facts';

/** How many blocks of a table are kept. The oldest go first. */
export const MOST_BLOCKS = 2_000;

interface Row {
  genesis: Hex;
  program: ActorId;
  number: number;
  block: GameBlock;
}

interface Seen {
  genesis: Hex;
  program: ActorId;
  spans: Span[];
}

interface Schema extends DBSchema {
  /** What happened at a table, by block. */
  blocks: { key: [Hex, ActorId, number]; value: Row };
  /** The blocks that were read, whether or not anything happened in them. */
  seen: { key: [Hex, ActorId]; value: Seen };
}

/** What is known of a table's past. */
export interface Past {
  blocks: GameBlock[];
  spans: Span[];
}

const NAME = 'rpsls';
const VERSION = 1;

/** What happened at the tables that this browser looked at, in its database. */
export class Logbook {
  private constructor(private readonly database: Database<Schema>) {}

  static open(name = NAME): Promise<Logbook> {
    const database = new Database<Schema>(name, VERSION, (created) => {
      created.createObjectStore('blocks', { keyPath: ['genesis', 'program', 'number'] });
      created.createObjectStore('seen', { keyPath: ['genesis', 'program'] });
    });
    return Promise.resolve(new Logbook(database));
  }

  async read(genesis: Hex, program: ActorId): Promise<Past> {
    const [rows, seen] = await this.database.use((database) =>
      Promise.all([database.getAll('blocks', blocksOf(genesis, program)), database.get('seen', [genesis, program])]),
    );
    return { blocks: rows.map(({ block }) => block), spans: seen?.spans ?? [] };
  }

  /** Stores what happened in the blocks of a span, and replaces what was known of them. */
  async keep(genesis: Hex, program: ActorId, span: Span, blocks: readonly GameBlock[]): Promise<void> {
    await this.database.use(async (database) => {
      const change = database.transaction(['blocks', 'seen'], 'readwrite');
      const [kept, seen] = [change.objectStore('blocks'), change.objectStore('seen')];
      await kept.delete(blocksOf(genesis, program, span.first, span.last));
      await Promise.all(blocks.map((block) => kept.put({ genesis, program, number: block.head.number, block })));
      // Another tab may look at the same table.
      const before = await seen.get([genesis, program]);
      await seen.put({ genesis, program, spans: withSpan(before?.spans ?? [], span) });
      if (blocks.length > 0) {
        const keys = await kept.getAllKeys(blocksOf(genesis, program));
        await Promise.all(keys.slice(0, -MOST_BLOCKS).map((key) => kept.delete(key)));
      }
      await change.done;
    });
  }

  close(): void {
    this.database.close();
  }
}

function blocksOf(genesis: Hex, program: ActorId, first = 0, last = Number.MAX_SAFE_INTEGER): IDBKeyRange {
  return IDBKeyRange.bound([genesis, program, first], [genesis, program, last]);
}
