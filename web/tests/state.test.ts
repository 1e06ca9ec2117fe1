import { expect, it } from 'vitest';
import { mayShow } from '../src/rpsls/state';
import { state } from './games';

const SECRET = { genesis: '0x01', program: '0x02', account: '0x03', game: 3, round: 2, opening: '0pass' } as const;

it('an opening may be shown when all moves of its round are made', () => {
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
