import type { Cell } from './state';

/** The rows, columns and diagonals, as cells counted from the top left. */
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** The cells of all lines that belong to one player. */
export function wonCells(cells: readonly Cell[]): Set<number> {
  const isWon = ([first = 0, ...rest]: number[]): boolean =>
    cells[first] !== 'empty' && rest.every((cell) => cells[cell] === cells[first]);
  return new Set(LINES.filter(isWon).flat());
}
