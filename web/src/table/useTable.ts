import { useEffect, useState, useSyncExternalStore } from 'react';
import { RPSLS } from '../artifacts';
import { useChain } from '../app/chain';
import type { ActorId } from '../chain/hex';
import { TableSession, type TableView } from './session';

export interface Table {
  session: TableSession;
  view: TableView;
}

/** The table of this id, for as long as it is looked at. */
export function useTable(program: ActorId): Table | null {
  const { connection } = useChain();
  const [session, setSession] = useState<TableSession | null>(null);
  useEffect(() => {
    const opened = new TableSession(connection, program, RPSLS);
    setSession(opened);
    return () => {
      opened.close();
      setSession(null);
    };
  }, [connection, program]);
  const view = useSyncExternalStore(
    session?.view.subscribe ?? subscribeToNothing,
    () => session?.view.get() ?? null,
  );
  return session && view ? { session, view } : null;
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
