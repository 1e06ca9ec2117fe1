import { useCallback, useEffect, useState } from 'preact/compat';
import { aside } from '../../lib/aside';
import { playedGames, type KeptGames } from '../../table/games';

/** The state of the record: still loading, read, or refused by the browser. */
export type Record = { kind: 'loading' } | ({ kind: 'read' } & KeptGames) | { kind: 'unread' };

async function read(): Promise<Record> {
  try {
    return { kind: 'read', ...(await (await playedGames()).all()) };
  } catch (error) {
    console.warn("The record can't be read:", error);
    return { kind: 'unread' };
  }
}

/** The games of this browser. Reads them again when the person comes back to this tab, and on request. */
export function useGames(): [record: Record, readAgain: () => void] {
  const [record, setRecord] = useState<Record>({ kind: 'loading' });
  const readAgain = useCallback(() => aside(read().then(setRecord), 'The record'), []);
  useEffect(() => {
    readAgain();
    window.addEventListener('focus', readAgain);
    return () => window.removeEventListener('focus', readAgain);
  }, [readAgain]);
  return [record, readAgain];
}
