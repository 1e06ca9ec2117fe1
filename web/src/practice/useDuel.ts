import { useEffect, useRef, useState } from 'react';
import { part } from '../lib/part';
import { beats, type Move } from '../rpsls/moves';
import type { Played } from '../table/MoveBoard';
import type { Duel } from './duel';

/** How it came out for the one who looks. */
export function outcomeOf({ mine, bots }: Played): 'won' | 'lost' | 'draw' {
  if (mine === bots) return 'draw';
  return beats(mine, bots) ? 'won' : 'lost';
}

interface Dueling {
  /** The last round, until another one is begun. */
  played: Played | null;
  isBusy: boolean;
  /** Why there is no answer. */
  failure: unknown;
  play: (move: Move) => void;
  /** Takes the last round off the board. */
  clear: () => void;
}

/** A duel with what runs it, which comes once there is something to choose. */
export function useDuel(): Dueling {
  const opened = useRef<Promise<Duel> | null>(null);
  const [played, setPlayed] = useState<Played | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    // Whoever presses is told if it does not come.
    open(opened).catch(() => undefined);
    return () => {
      leave(opened.current);
      opened.current = null;
    };
  }, []);
  const play = (move: Move): void => {
    if (isBusy) return;
    setPlayed(null);
    setFailure(null);
    setIsBusy(true);
    open(opened)
      .then((duel) => duel.play(move))
      .then(
        (bots) => setPlayed({ mine: move, bots }),
        (error: unknown) => {
          console.error('The bot has not answered:', error);
          setFailure(error);
          // The next press begins anew.
          leave(opened.current);
          opened.current = null;
        },
      )
      .finally(() => setIsBusy(false));
  };
  return { played, isBusy, failure, play, clear: () => setPlayed(null) };
}

function open(opened: { current: Promise<Duel> | null }): Promise<Duel> {
  return (opened.current ??= part(() => import('./duel')).then(({ Duel }) => new Duel()));
}

function leave(opened: Promise<Duel> | null): void {
  opened?.then(
    (duel) => duel.close(),
    // There is none to close.
    () => undefined,
  );
}
