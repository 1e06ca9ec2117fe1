import type { Move } from '../../rpsls/moves';

/** A line of a drawing, in a square of {@link DRAWING_SIZE}. */
export interface Shape {
  path: string;
  /** Whether its inside is tinted in its colour. */
  isTinted?: true;
}

/** The side of the square that holds each drawing. */
export const DRAWING_SIZE = 48;

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

/** The drawing of each move. */
export const MOVE_SHAPES: Readonly<Record<Move, readonly Shape[]>> = {
  rock: [
    { path: 'M7 35l4-15 10-9 13 2 8 12-3 13-25 2z', isTinted: true },
    { path: 'M11 20l12 5 11-12M23 25l-2 14M23 25l19 0' },
  ],
  paper: [{ path: 'M12 5h17l8 8v30H12z', isTinted: true }, { path: 'M29 5v8h8M18 21h13M18 28h13M18 35h8' }],
  scissors: [
    { path: circle(13, 37, 5.5), isTinted: true },
    { path: circle(35, 37, 5.5), isTinted: true },
    { path: 'M16 32.5L34 6M32 32.5L14 6' },
    { path: circle(24, 20.8, 1.2) },
  ],
  lizard: [
    {
      path: 'M24 4c4 0 6 3 5.5 6.5-.3 2-.8 3 .2 6 1.3 4 1.3 8-.7 11.5-1.8 3-1 5.5 1.5 7.5 3 2.4 6.5 2 7.5-1.5.5 6-3.5 10-9 9.5-6.5-.6-10-6-9.5-12.5.2-3.5-1.5-5-1.5-9 0-3.5 1.5-5 1.3-8-.1-1.5-.8-2-.8-3.5C18.5 6.5 20.5 4 24 4z',
      isTinted: true,
    },
    { path: 'M18.5 15.5l-7-.5-3.5-5M29.5 15.5l6.5-.5 3.5-5M19 26.5l-7 2.5-2 6M30 26.5l6 1 3.5-3.5' },
    { path: 'M21.8 9v.2M26.2 9v.2' },
  ],
  spock: [
    {
      path: 'M16 44c-.4-4-1.4-6.6-3.2-9L5.6 28.2a2.6 2.6 0 013.7-3.6l4.7 3.9L8.6 13a2.5 2.5 0 014.5-1.6 2.5 2.5 0 014.6-1.4L24 24.5l6.3-14.5a2.5 2.5 0 014.6 1.4A2.5 2.5 0 0139.4 13l-4.6 15.5C34.6 35 34 39 32.5 44z',
      isTinted: true,
    },
    { path: 'M13.1 11.4l4.9 13.6M34.9 11.4l-4.9 13.6' },
  ],
};
