import { createContext, useCallback, useContext, useEffect, useSyncExternalStore, type ReactNode } from 'preact/compat';
import { chainOf, Connection, type Link } from '../chain/connection';
import type { Hex } from '../lib/hex';
import { ss58, symbol } from '../lib/symbol';
import { useResource } from '../lib/useResource';
import { onWaking } from '../lib/waking';

interface ChainValue {
  connection: Connection;
  link: Link;
}

const ChainContext = createContext<ChainValue | null>(null);

interface ChainProviderProps {
  node: string;
  /** Whether anything on screen needs the node. Once it was needed, the connection stays. */
  isNeeded: boolean;
  children: ReactNode;
}

/** Holds the one connection to the node. */
export function ChainProvider({ node, isNeeded, children }: ChainProviderProps) {
  const connection = useResource(useCallback(() => new Connection(node), [node]));
  useEffect(() => {
    if (isNeeded) connection?.begin();
  }, [connection, isNeeded]);
  if (connection?.url !== node) return null;
  return <Connected connection={connection}>{children}</Connected>;
}

function Connected({ connection, children }: { connection: Connection; children: ReactNode }) {
  const link = useSyncExternalStore(connection.link.subscribe, connection.link.get);
  useEffect(() => {
    const onChange = ({ type }: Event): void => connection.doubt(type === 'offline');
    const changes = ['offline', 'online'] as const;
    for (const change of changes) window.addEventListener(change, onChange);
    const stop = onWaking((hasSlept) => connection.wake(hasSlept));
    return () => {
      stop();
      for (const change of changes) window.removeEventListener(change, onChange);
    };
  }, [connection]);
  useEffect(() => {
    if (link.status !== 'online') return;
    symbol.set(link.chain.symbol);
    ss58.set(link.chain.ss58);
  }, [link]);
  return <ChainContext value={{ connection, link }}>{children}</ChainContext>;
}

export function useChain(): ChainValue {
  const value = useContext(ChainContext);
  if (!value) throw new Error('outside of the chain');
  return value;
}

/** The genesis hash of the chain that is there, or was before the connection was lost. */
export function useGenesis(): Hex | null {
  return chainOf(useChain().link)?.genesis ?? null;
}
