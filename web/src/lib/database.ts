import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { asked, hasDatabase, needed } from './browser';

/**
 * A database of the page. It is opened when it is first needed, and again after the browser has closed it: when its
 * data was cleared, another tab brought a later version of the page, or it broke down.
 */
export class Database<Schema extends DBSchema = DBSchema> {
  private opened: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(
    private readonly name: string,
    private readonly version: number,
    private readonly create: (created: IDBPDatabase<Schema>) => void,
  ) {}

  /**
   * Does some work in the database. Work that a closed connection has broken off is done again, so it must be one
   * transaction.
   *
   * @throws Lacking if the browser has no database, refuses it, or does not answer in time
   */
  async use<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    needed(hasDatabase());
    const first = await asked('database', () => this.once(work));
    if ('value' in first) return first.value;
    this.forget();
    return needed(first.reason.why === 'silent' ? first : await asked('database', () => this.once(work)));
  }

  close(): void {
    this.forget();
  }

  private async once<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    return work(await (this.opened ??= this.open()));
  }

  private forget(): void {
    const { opened } = this;
    this.opened = null;
    opened?.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  private open(): Promise<IDBPDatabase<Schema>> {
    return openDB<Schema>(this.name, this.version, {
      upgrade: this.create,
      // Another tab brings a later version of the page, or deletes it.
      blocking: () => this.forget(),
      terminated: () => {
        this.opened = null;
      },
    });
  }
}
