import { expect, it } from 'vitest';
import { Overdue } from '../src/rpsls/overdue';

function due(stages: [started: number, timestamp: number][]): boolean[] {
  const overdue = new Overdue();
  return stages.map(([started, timestamp]) => overdue.isDue(started, timestamp));
}

it('a stage that begins in each block is due, once its alarm had its chance', () => {
  expect(
    due([
      [3, 9],
      [12, 12],
      [15, 15],
      [18, 18],
    ]),
  ).toEqual([false, false, false, true]);
});

it('a stage that began for good is not', () => {
  expect(
    due([
      [12, 12],
      [12, 15],
      [12, 18],
      [12, 21],
    ]),
  ).toEqual([false, false, false, false]);
});

it('the same block read twice counts once', () => {
  expect(
    due([
      [12, 12],
      [12, 12],
      [12, 12],
      [12, 12],
    ]),
  ).toEqual([false, false, false, false]);
});
