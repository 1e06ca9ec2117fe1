import { useEffect, useRef, useState } from 'preact/compat';
import { part } from '../lib/part';
import type { Move } from '../rpsls/moves';
import type { Dueling } from '../table/BotBoard';
import type { Played } from '../table/MoveBoard';
import type { Duel } from './duel';

/** A duel. Its code and its program load once a move is picked: whoever only looks needs neither. */
export function useDuel(): Dueling {
  const opened = useRef<Promise<Duel> | null>(null);
  const [played, setPlayed] = useState<Played | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    return () => {
      leave(opened.current);
      opened.current = null;
    };
  }, []);
  const begin = (): void => {
    setPlayed(null);
    // The press that follows reports it if the code does not load.
    open(opened).catch(() => undefined);
  };
  const play = (move: Move): void => {
    if (isBusy) return;
    setPlayed(null);
    setFailure(null);
    setIsBusy(true);
    open(opened)
      .then((duel) => duel.play(move))
      .then(setPlayed, (error: unknown) => {
        console.error('The bot has not answered:', error);
        setFailure(error);
        // Makes the next press begin anew.
        leave(opened.current);
        opened.current = null;
      })
      .finally(() => setIsBusy(false));
  };
  return { played, isBusy, failure, begin, play };
}

function open(opened: { current: Promise<Duel> | null }): Promise<Duel> {
  return (opened.current ??= part(() => import('./duel')).then(({ Duel }) => new Duel()));
}

function leave(opened: Promise<Duel> | null): void {
  opened?.then(
    (duel) => duel.close(),
    // It never opened, so there is nothing to close.
    () => undefined,
  );
}
