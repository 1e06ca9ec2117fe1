import type { Move } from '../../rpsls/moves';

/** The moves around the circle, where each beats the next. The star inside has the other half of the arrows. */
export const CIRCLE: readonly Move[] = ['scissors', 'paper', 'rock', 'lizard', 'spock'];

/** The size of the drawing, and of a move's disc in it. */
export const [WIDTH, HEIGHT] = [300, 280];
export const NODE = 32;
const CENTRE = 150;
const RADIUS = 112;

export interface Point {
  x: number;
  y: number;
}

/** The centre of a move's disc. */
export function place(move: Move): Point {
  const angle = (CIRCLE.indexOf(move) / CIRCLE.length) * 2 * Math.PI - Math.PI / 2;
  return { x: CENTRE + RADIUS * Math.cos(angle), y: CENTRE + RADIUS * Math.sin(angle) };
}

/** The arrow between two moves, from rim to rim. */
export function arrow(from: Move, to: Move): { from: Point; to: Point } {
  const [a, b] = [place(from), place(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const along = (distance: number): Point => ({
    x: a.x + ((b.x - a.x) * distance) / length,
    y: a.y + ((b.y - a.y) * distance) / length,
  });
  return { from: along(NODE + 4), to: along(length - NODE - 9) };
}
