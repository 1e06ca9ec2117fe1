import type { ReactNode } from 'react';
import type { Move } from '../rpsls/moves';

const DRAWINGS: Record<Move, ReactNode> = {
  rock: (
    <>
      <path className="tinted" d="M7 35l4-15 10-9 13 2 8 12-3 13-25 2z" />
      <path d="M11 20l12 5 11-12M23 25l-2 14M23 25l19 0" />
    </>
  ),
  paper: (
    <>
      <path className="tinted" d="M12 5h17l8 8v30H12z" />
      <path d="M29 5v8h8M18 21h13M18 28h13M18 35h8" />
    </>
  ),
  scissors: (
    <>
      <circle className="tinted" cx="13" cy="37" r="5.5" />
      <circle className="tinted" cx="35" cy="37" r="5.5" />
      <path d="M16 32.500L34 6M32 32.500L14 6" />
      <circle cx="24" cy="20.8" r="1.2" />
    </>
  ),
  lizard: (
    <>
      <path
        className="tinted"
        d="M24 4c4 0 6 3 5.5 6.5-.3 2-.8 3 .2 6 1.3 4 1.3 8-.7 11.5-1.8 3-1 5.5 1.5 7.5 3 2.4 6.5 2 7.5-1.5.5 6-3.5 10-9 9.5-6.5-.6-10-6-9.5-12.5.2-3.5-1.5-5-1.5-9 0-3.5 1.5-5 1.3-8-.1-1.5-.8-2-.8-3.500C18.5 6.5 20.5 4 24 4z"
      />
      <path d="M18.5 15.500l-7-.5-3.5-5M29.5 15.500l6.5-.5 3.5-5M19 26.500l-7 2.5-2 6M30 26.500l6 1 3.5-3.5" />
      <path d="M21.8 9v.2M26.2 9v.2" />
    </>
  ),
  spock: (
    <path
      className="tinted"
      d="M15.5 44c-.5-4.5-1.5-7-3-9.500L5.8 28a2.7 2.7 0 013.9-3.700l4.6 4L9.8 12.700a2.5 2.5 0 014.8-1.300l3.3 10.4-.9-13.500a2.5 2.5 0 015-.4l1.8 16 2.2-16a2.5 2.5 0 015 .5l-1.1 13.4 3.6-10.300a2.5 2.5 0 014.8 1.400L35 27.500C34.5 35 33.5 38 32.5 44z"
    />
  ),
};

export function MoveIcon({ move }: { move: Move }) {
  return (
    <svg className={`move-icon ${move}`} viewBox="0 0 48 48" aria-hidden="true">
      {DRAWINGS[move]}
    </svg>
  );
}
