import { createContext, useCallback, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'preact/compat';
import { useChain } from '../visitor/chain';
import type { Connection } from '../chain/connection';
import type { ActorId } from '../lib/hex';
import { TableSession, type TableView } from './session';

/** The tables that are followed over a connection. Each is followed once, however many components look at it. */
class Tables {
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

const TablesContext = createContext<Tables | null>(null);

export function TablesProvider({ children }: { children: ReactNode }) {
  const { connection } = useChain();
  const tables = useMemo(() => new Tables(connection), [connection]);
  return <TablesContext value={tables}>{children}</TablesContext>;
}

export interface Table {
  session: TableSession;
  view: TableView;
}

/** The table with this id, for as long as the component is shown. */
export function useTable(program: ActorId): Table | null {
  const tables = useContext(TablesContext);
  if (!tables) throw new Error('outside of the tables');
  const subscribe = useCallback(
    (listener: () => void) => {
      const { session, leave } = tables.follow(program);
      const unsubscribe = session.view.subscribe(listener);
      // The table was not there before.
      listener();
      return () => {
        unsubscribe();
        leave();
      };
    },
    [tables, program],
  );
  const view = useSyncExternalStore(subscribe, () => tables.get(program)?.view.get() ?? null);
  const session = tables.get(program);
  return useMemo(() => (session && view ? { session, view } : null), [session, view]);
}
