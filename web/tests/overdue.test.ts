import { expect, it } from 'vitest';
import { overdue } from '../../docs/clients.json';
import { Overdue } from '../src/rpsls/overdue';

it.each(overdue.vectors)('a stage that $is: the table is given to its alarm, as the other client does', (vector) => {
  const stage = new Overdue();
  const seen = vector.seen.map(([stageStarted = 0, timestamp = 0]) =>
    stage.isDue({ stageStarted, deadline: Infinity }, timestamp),
  );
  expect(seen).toEqual(vector.due);
});

it('registration whose time is over is due, while a full bracket has many to send away', () => {
  const lobby = new Overdue();
  const due = [9, 12, 15, 18, 21, 24].map((now) => lobby.isDue({ stageStarted: 0, deadline: 11 }, now));
  expect(due).toEqual([false, false, false, false, true, true]);
});
