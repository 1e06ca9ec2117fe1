/** The decisions that `rpsls` makes too. `cli/src/generated.rs` computes the expected values. */
import { expect, it } from 'vitest';
import { program, strangers } from '../src/generated/facts.json';
import vectors from '../src/generated/vectors.json';
import { BLOCK_TIME } from '../src/chain/clock';
import { withRoom } from '../src/chain/estimate';
import { needOf } from '../src/chain/gas';
import { isFair, isInTime } from '../src/club/state';
import { longestGame } from '../src/rpsls/costs';
import { MESSAGE_GAS, stopGas, TABLE_ROOM } from '../src/rpsls/gas';
import { divisorOf } from '../src/rpsls/knockout';
import { Overdue } from '../src/rpsls/overdue';
import { MOVES, scoresOf } from '../src/rpsls/moves';
import { FORMATS } from '../src/rpsls/rules';
import { showingAt } from '../src/rpsls/showing';
import { fillingBeside } from '../src/rpsls/stakes';
import { CONFIG } from './games';

/** Encodes the bits as hexadecimal digits of four bits, the first bit highest. */
function bits(all: readonly boolean[]): string {
  const fours = Array.from({ length: Math.ceil(all.length / 4) }, (_, at) => all.slice(4 * at, 4 * at + 4));
  return fours.map((four) => four.reduce((digit, bit) => 2 * digit + Number(bit), 0).toString(16)).join('');
}

it('after each sequence of six blocks the same stages are due', () => {
  const due = Array.from({ length: 6 ** 6 }, (_, sequence) => {
    const stage = new Overdue();
    let timestamp = 100;
    let isDue = false;
    for (let place = 0; place < 6; place += 1) {
      const kind = Math.floor(sequence / 6 ** place) % 6;
      timestamp += 1 - (kind % 3);
      isDue = stage.isDue({ stageStarted: kind < 3 ? timestamp : 0, deadline: Infinity }, timestamp);
    }
    return isDue;
  });
  expect(bits(due)).toBe(vectors.overdue);
});

it('the same tables count as fit for strangers', () => {
  const { stage, entry } = strangers;
  const stages = [stage.least - 1, stage.least, stage.most, stage.most + 1];
  const entries = [program.timeout.least, entry.most, entry.most + 1];
  const all: boolean[] = [];
  for (let seats = program.players.least; seats <= program.players.most; seats += 1)
    for (const format of FORMATS)
      for (const startWhenFull of [false, true])
        for (const moveTimeout of stages)
          for (const revealTimeout of stages)
            for (const entryTimeout of entries) {
              const config = { ...CONFIG, seats, entryTimeout, moveTimeout, revealTimeout };
              all.push(isFair(config, { format, startWhenFull }) && isInTime(config));
            }
  expect(bits(all)).toBe(vectors.strangers);
});

it('each move has the same score, if up to two players have chosen each', () => {
  const scores = vectors.scores.map((_, number) => {
    const chosen = MOVES.flatMap((move, at) => Array.from({ length: Math.floor(number / 3 ** at) % 3 }, () => move));
    const found = scoresOf(chosen);
    return MOVES.map((move) => found.get(move) ?? null);
  });
  expect(scores).toEqual(vectors.scores);
});

it('the same players meet in each round of a bracket', () => {
  const rounds = Array.from({ length: 10 }, (_, index) => index + 1);
  const divisors = vectors.divisors.map((_, index) =>
    rounds.map((round) => Math.log2(divisorOf(index + 2, round))).join(''),
  );
  expect(divisors).toEqual(vectors.divisors);
});

it('a message to a table gets the same gas', () => {
  const needs = vectors.burned.map((burned) => {
    const estimate = { burned: BigInt(burned), minLimit: BigInt(burned) };
    const { needed, wanted, extra } = needOf(estimate, TABLE_ROOM, MESSAGE_GAS);
    return [needed, wanted, extra].map(Number);
  });
  expect(needs).toEqual(vectors.needs);
  expect(vectors.stops.map((_, players) => Number(stopGas(players)))).toEqual(vectors.stops);
});

it('the same reserve is kept for a rise of the fee', () => {
  expect(vectors.tips.map((fee) => String(withRoom(BigInt(fee))))).toEqual(vectors.fees);
});

it('a voucher has to last equally long', () => {
  const times = [
    [5, 5, 5],
    [60, 20, 30],
    [3_600, 60, 600],
  ].map((times) => times.map((time) => 1_000 * time) as [number, number, number]);
  const longest = times.flatMap(([entryTimeout, moveTimeout, revealTimeout]) =>
    Array.from({ length: 6 }, (_, rounds) => longestGame({ entryTimeout, moveTimeout, revealTimeout }, rounds + 1)),
  );
  expect(longest).toEqual(vectors.longest);
});

it('a move whose round may be undone is shown as early', () => {
  const shown = [0, 3, 9, 10, 40, 100].flatMap((lag) =>
    [20, 43, 100, 200].flatMap((stage) =>
      Array.from({ length: stage + 1 }, (_, left) => {
        const at = { now: (stage - left) * BLOCK_TIME, from: 0, to: stage * BLOCK_TIME, lag };
        return showingAt(at) === 'show';
      }),
    ),
  );
  expect(bits(shown)).toBe(vectors.showsEarly);
});

it('filling a block costs the same at each tip', () => {
  expect(vectors.tips.map((tip) => String(fillingBeside(BigInt(tip))))).toEqual(vectors.filling);
});
