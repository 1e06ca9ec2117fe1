import { createContext, useCallback, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'preact/compat';
import { useChain } from '../way/chain';
import { Tables } from './followed';
import type { ActorId } from '../lib/hex';
import type { TableSession, TableView } from './session';

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
