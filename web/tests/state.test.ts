import { expect, it } from 'vitest';
import { Overdue } from '../src/rpsls/overdue';
import { waitedAt } from '../src/rpsls/config';
import { actBy, mayShow, promisedUntil } from '../src/rpsls/state';
import { mustWait } from '../src/rpsls/stop';
import { CONFIG, state } from './games';

const SECRET = { genesis: '0x01', program: '0x02', account: '0x03', game: 3, round: 2, opening: '0pass' } as const;

it('an opening may be revealed once all players of its round have moved', () => {
  const shown = [
    state({ gamesFinished: 3, stage: 'reveal', round: 2 }),
    state({ gamesFinished: 3, stage: 'inProgress', round: 3 }),
    state({ gamesFinished: 4 }),
  ];
  const hidden = [
    state({ gamesFinished: 3, stage: 'inProgress', round: 2 }),
    state({ gamesFinished: 3, stage: 'reveal', round: 1 }),
    state({ gamesFinished: 3 }),
    state({ gamesFinished: 2, stage: 'reveal', round: 2 }),
  ];
  for (const game of shown) expect(mayShow(SECRET, game)).toBe(true);
  for (const game of hidden) expect(mayShow(SECRET, game)).toBe(false);
});

it('a player who takes a seat sees a time before which no round ends', () => {
  const config = { ...CONFIG, moveTimeout: 60_000, revealTimeout: 20_000 };
  const lobby = state({ config, deadline: 100_000, players: [{ id: '0x01', status: 'registered' }] });
  expect(actBy(lobby)).toBe(120_000);
  expect(actBy({ ...lobby, config: { ...config, moveTimeout: 10_000 } })).toBe(110_000);
  expect(actBy({ ...lobby, players: [] })).toBeNull();
  // Who has waited alone for longer is promised as long again, a day at most.
  const [hour, first] = [3_600_000, lobby.deadline];
  const after = (time: number): number | null => {
    const now = first + time;
    const waited = waitedAt(first + 30 * 24 * hour, config, now);
    return actBy({ ...lobby, deadline: now }, waited === null ? null : { time: waited, now });
  };
  expect(after(0)).toBe(first + 20_000);
  expect(after(9 * hour)).toBe(first + 18 * hour + config.entryTimeout + 20_000);
  expect(after(48 * hour)).toBe(first + 72 * hour + 20_000);
});

it('a stage that lasts longer than its timeout is told to do so', () => {
  const config = { ...CONFIG, moveTimeout: 60_000, revealTimeout: 20_000 };
  const choosing = state({ config, stage: 'inProgress', stageStarted: 40_000, deadline: 120_000 });
  expect(promisedUntil(choosing)).toBe(120_000);
  expect(promisedUntil({ ...choosing, deadline: 100_000 })).toBeNull();
  expect(promisedUntil({ ...choosing, stage: 'reveal', deadline: 60_001 })).toBe(60_001);
  expect(promisedUntil({ ...choosing, stage: 'reveal', deadline: 60_000 })).toBeNull();
  expect(promisedUntil({ ...choosing, stage: 'preparation' })).toBeNull();
});

it('a stop waits if somebody has committed in the round', () => {
  const commitments = new Map([['0x01', '0x02'] as const]);
  expect(mustWait(state({ commitments }))).toBe(false);
  expect(mustWait(state({ stage: 'inProgress', round: 1 }))).toBe(false);
  expect(mustWait(state({ stage: 'inProgress', round: 1, commitments }))).toBe(true);
  expect(mustWait(state({ stage: 'reveal', round: 1 }))).toBe(true);
});

it('after its deadline registration is overdue, even if players of the game before have to be paid', () => {
  const lobby = new Overdue();
  const due = [9, 12, 15, 18, 21, 24].map((now) => lobby.isDue({ stageStarted: 0, deadline: 11 }, now));
  expect(due).toEqual([false, false, false, false, true, true]);
});
