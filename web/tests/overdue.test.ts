import { expect, it } from 'vitest';
import { overdue } from '../../docs/clients.json';
import { Overdue } from '../src/rpsls/overdue';

it.each(overdue.vectors)('a stage that $is: the table is given to its alarm, as the other client does', (vector) => {
  const stage = new Overdue();
  expect(vector.seen.map(([started = 0, timestamp = 0]) => stage.isDue(started, timestamp))).toEqual(vector.due);
});
