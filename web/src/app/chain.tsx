import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Connection, type Link } from '../chain/connection';
import { symbol } from './symbol';

interface ChainValue {
  connection: Connection;
  link: Link;
}

const ChainContext = createContext<ChainValue | null>(null);

/** Keeps the one connection to the node. */
export function ChainProvider({ node, children }: { node: string; children: ReactNode }) {
  const [connection, setConnection] = useState<Connection | null>(null);
  useEffect(() => {
    const opened = new Connection(node);
    setConnection(opened);
    return () => opened.close();
  }, [node]);
  if (connection?.url !== node) return null;
  return <Connected connection={connection}>{children}</Connected>;
}

function Connected({ connection, children }: { connection: Connection; children: ReactNode }) {
  const link = useSyncExternalStore(connection.link.subscribe, connection.link.get);
  useEffect(() => {
    if (link.status === 'online') symbol.set(link.chain.symbol);
  }, [link]);
  return <ChainContext value={{ connection, link }}>{children}</ChainContext>;
}

export function useChain(): ChainValue {
  const value = useContext(ChainContext);
  if (!value) throw new Error('outside of the chain');
  return value;
}
