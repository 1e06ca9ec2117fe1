import type { Connection } from '../chain/connection';
import type { ActorId } from '../lib/hex';
import { TableSession } from './session';

/** The tables that are followed over a connection. Each is followed once, however many components look at it. */
export class Tables {
  private readonly followed = new Map<ActorId, { session: TableSession; lookers: number }>();

  constructor(private readonly connection: Connection) {}

  /** The table, if somebody looks at it. */
  get(program: ActorId): TableSession | null {
    return this.followed.get(program)?.session ?? null;
  }

  /** Follows the table until `leave` is called. */
  follow(program: ActorId): { session: TableSession; leave: () => void } {
    const entry = this.followed.get(program) ?? { session: new TableSession(this.connection, program), lookers: 0 };
    entry.lookers += 1;
    this.followed.set(program, entry);
    const leave = (): void => {
      entry.lookers -= 1;
      if (entry.lookers > 0) return;
      this.followed.delete(program);
      entry.session.close();
    };
    return { session: entry.session, leave };
  }
}
