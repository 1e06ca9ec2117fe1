import { expect, it } from 'vitest';
import { Overdue } from '../src/rpsls/overdue';

it('registration whose time is over is due, while players of the game before are to be paid', () => {
  const lobby = new Overdue();
  const due = [9, 12, 15, 18, 21, 24].map((now) => lobby.isDue({ stageStarted: 0, deadline: 11 }, now));
  expect(due).toEqual([false, false, false, false, true, true]);
});
