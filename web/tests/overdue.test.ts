import { expect, it } from 'vitest';
import { Overdue } from '../src/rpsls/overdue';

it('after its deadline registration is overdue, even if players of the game before have to be paid', () => {
  const lobby = new Overdue();
  const due = [9, 12, 15, 18, 21, 24].map((now) => lobby.isDue({ stageStarted: 0, deadline: 11 }, now));
  expect(due).toEqual([false, false, false, false, true, true]);
});
