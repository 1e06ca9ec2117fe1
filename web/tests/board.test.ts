import { expect, it } from 'vitest';
import { wonCells } from '../src/tictactoe/lines';
import type { Cell } from '../src/tictactoe/state';

function board(text: string): Cell[] {
  const kinds: Record<string, Cell> = { x: 'host', o: 'challenger' };
  return Array.from(text, (letter) => kinds[letter] ?? 'empty');
}

it('finds the winning line, both lines if there are two, and none in a draw', () => {
  expect([...wonCells(board('xxxoo....'))]).toEqual([0, 1, 2]);
  expect([...wonCells(board('xo.xo..ox'))]).toEqual([1, 4, 7]);
  expect([...wonCells(board('xxxoxooxx'))].sort()).toEqual([0, 1, 2, 4, 7, 8]);
  expect([...wonCells(board('xoxxoooxx'))]).toEqual([]);
  expect([...wonCells(board('.........'))]).toEqual([]);
});
