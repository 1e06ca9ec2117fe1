import { describe, expect, it } from 'vitest';
import type { Hex } from '../src/lib/hex';
import type { GameBlock, GameFact } from '../src/rpsls/facts';
import { historyOf } from '../src/rpsls/history';
import type { Action, GameEvent, RevealResult, StageChange } from '../src/rpsls/messages';

const [ADA, GRACE, ALAN] = ['0xada', '0x9ace', '0xa1a'] as const;

let messages = 0;

function block(number: number, ...facts: GameFact[]): GameBlock {
  return { head: { hash: `0x${number}`, number, timestamp: number * 3_000 }, facts };
}

function reveal(who: Hex, opening: string, result: RevealResult): GameFact[] {
  const id: Hex = `0x${(messages += 1)}`;
  return [
    { kind: 'asked', id, who, action: { kind: 'reveal', opening } },
    { kind: 'done', replyTo: id, who, event: { kind: 'successfulReveal', result }, value: 0n },
  ];
}

function seat(who: Hex, replyTo: Hex = `0x${(messages += 1)}`): GameFact {
  return { kind: 'done', replyTo, who, event: { kind: 'playerRegistered' }, value: 0n };
}

function clock(change: StageChange): GameFact {
  return { kind: 'broadcast', event: { kind: 'stageAdvanced', change } };
}

const GOES_ON: RevealResult = { kind: 'continue' };

describe('the history', () => {
  it('shows the latest first', () => {
    const { entries } = historyOf([
      block(1, { kind: 'paid', who: ADA, value: 1n, event: { kind: 'playerLeft' } }),
      block(2, { kind: 'refused', replyTo: '0x0', who: GRACE, error: { kind: 'notOwner' } }),
    ]);
    expect(entries.map(({ block: number, what }) => [number, what.kind])).toEqual([
      [2, 'refused'],
      [1, 'paid'],
    ]);
  });

  it('tells no payment of nothing, which a free game ends with', () => {
    const paid = (value: bigint): GameFact => ({
      kind: 'paid',
      who: ADA,
      value,
      event: { kind: 'stageAdvanced', change: { kind: 'gameOver', winner: ADA } },
    });
    const kinds = (value: bigint): string[] => historyOf([block(1, paid(value))]).entries.map(({ what }) => what.kind);
    expect([kinds(0n), kinds(1n)]).toEqual([[], ['paid']]);
  });

  it('leaves out that the time began anew while nobody had a seat', () => {
    const told = (...blocks: GameBlock[]): string[] => historyOf(blocks).entries.map(({ what }) => what.kind);
    const extended = clock({ kind: 'extended' });
    const left: GameFact = { kind: 'paid', who: ADA, value: 1n, event: { kind: 'playerLeft' } };
    expect(told(block(1, extended, seat(ADA)))).toEqual(['did']);
    expect(told(block(1, seat(ADA)), block(2, extended))).toEqual(['clock', 'did']);
    expect(told(block(1, seat(ADA)), block(2, left), block(3, extended))).toEqual(['paid', 'did']);
    // In a game it is news.
    const started = clock({ kind: 'movesStarted', players: [ADA, GRACE] });
    expect(told(block(1, started), block(2, extended))).toEqual(['clock', 'clock']);
    const over = clock({ kind: 'gameOver', winner: ADA });
    expect(told(block(1, started), block(2, over), block(3, extended))).toEqual(['clock', 'clock']);
  });

  it('shows whom a full bracket sends away, and the others as its players', () => {
    const away = (who: Hex): GameFact => ({
      kind: 'paid',
      who,
      value: 5n,
      event: { kind: 'stageAdvanced', change: { kind: 'sentAway', players: [who] } },
    });
    const seats = block(1, seat(GRACE), seat(ADA), seat(ALAN));
    const started = clock({ kind: 'movesStarted', players: [ADA, GRACE] });
    const before = historyOf([seats, block(2, away(ALAN), started)]);
    expect(before.entries.map(({ what }) => what).slice(0, 2)).toEqual([
      { kind: 'sentAway', who: ALAN, value: 5n },
      { kind: 'clock', change: { kind: 'movesStarted', players: [ADA, GRACE] } },
    ]);
    expect(before.game?.fates).toEqual(new Map([[ALAN, { kind: 'sentAway', value: 5n }]]));
    expect(before.game?.seats).toEqual([GRACE, ADA]);
    // If there are many, some are paid in earlier blocks.
    const blocks = [seats, block(2, away(ALAN), clock({ kind: 'sentAway', players: [ALAN] })), block(3, started)];
    expect(historyOf(blocks).game?.fates).toEqual(before.game?.fates);
    const over = block(4, ...reveal(ADA, '0pass', { kind: 'gameOver', winner: ADA }));
    const next = block(5, clock({ kind: 'movesStarted', players: [ADA, ALAN] }));
    const { game, scores } = historyOf([...blocks, over, next]);
    expect([game?.fates.size, scores.get(ALAN), scores.get(GRACE)]).toEqual([0, undefined, { won: 0, played: 1 }]);
  });

  it('knows in which order seats were taken, and each round that is over', () => {
    const left: GameFact = { kind: 'done', replyTo: '0xaa', who: GRACE, event: { kind: 'playerLeft' }, value: 0n };
    const blocks = [
      block(1, seat(GRACE), seat(ALAN), left),
      // The start comes before the seat that caused it.
      block(2, clock({ kind: 'revealsStarted', players: [ADA, ALAN] }), seat(ADA)),
      block(3, ...reveal(ADA, '0pass', GOES_ON)),
      block(4, ...reveal(ALAN, '0pass', { kind: 'nextRoundStarted', players: [ADA, ALAN] })),
      block(5, ...reveal(ADA, '0pass', GOES_ON), ...reveal(ALAN, '1pass', { kind: 'gameOver', winner: ALAN })),
    ];
    const { game } = historyOf(blocks);
    expect(game?.seats).toEqual([ALAN, ADA]);
    expect(game?.played.map(({ number, survivors }) => [number, survivors])).toEqual([
      [1, [ADA, ALAN]],
      [2, [ALAN]],
    ]);
    expect([...(game?.played[1]?.reveals ?? [])]).toEqual([
      [ADA, 'rock'],
      [ALAN, 'paper'],
    ]);
    // The earlier blocks are unknown: somebody may already have had a seat.
    expect(historyOf(blocks, [], new Map(), false).game?.seats).toEqual([]);
    expect(historyOf(blocks, [], new Map(), false, [ALAN, ADA]).game?.seats).toEqual([ALAN, ADA]);
    expect(historyOf(blocks, [], new Map(), false, [ALAN, GRACE]).game?.seats).toEqual([]);
  });

  it('shows the result of the last reveal of a round', () => {
    const { game, entries } = historyOf([
      block(1, clock({ kind: 'movesStarted', players: [ADA, GRACE, ALAN] })),
      block(2, ...reveal(ADA, '0pass', GOES_ON), ...reveal(GRACE, '0pass', GOES_ON)),
      block(3, ...reveal(ALAN, '2pass', { kind: 'nextRoundStarted', players: [ADA, GRACE] })),
    ]);
    expect([...(game?.played[0]?.reveals ?? [])]).toEqual([
      [ADA, 'rock'],
      [GRACE, 'rock'],
      [ALAN, 'scissors'],
    ]);
    expect(game?.played[0]?.survivors).toEqual([ADA, GRACE]);
    expect(entries[0]?.what).toMatchObject({ kind: 'decided' });
    expect(entries[1]?.what).toMatchObject({ kind: 'did', who: ALAN, move: 'scissors' });
  });

  it('tells a game that the last seat starts from one that the clock starts', () => {
    const { entries } = historyOf([
      block(1, clock({ kind: 'gameOver', winner: GRACE }), seat(ADA)),
      block(2, clock({ kind: 'movesStarted', players: [ADA, GRACE] })),
      block(3, clock({ kind: 'revealsStarted', players: [ADA, GRACE] }), seat(ADA)),
    ]);
    const causes = entries.filter(({ what }) => what.kind !== 'did').map(({ what }) => what.kind);
    expect(causes).toEqual(['filled', 'clock', 'clock']);
    // A player who fills the table takes the seat first. Otherwise the clock comes first.
    expect(entries.map(({ what }) => what.kind)).toEqual(['filled', 'did', 'clock', 'did', 'clock']);
  });

  it('forgets the reveals of a game that was stopped', () => {
    const event: GameEvent = { kind: 'gameWasStopped', players: [ADA] };
    const stopped: GameFact = { kind: 'done', replyTo: '0xff', who: ALAN, event, value: 0n };
    const { game } = historyOf([
      block(1, ...reveal(ADA, '4pass', GOES_ON)),
      block(2, stopped),
      block(3, clock({ kind: 'movesStarted', players: [GRACE] })),
      block(4, ...reveal(GRACE, '1pass', { kind: 'gameOver', winner: GRACE })),
    ]);
    expect([...(game?.played[0]?.reveals.keys() ?? [])]).toEqual([GRACE]);
  });

  it('names the player, not the delegate who acted, whatever the source', () => {
    const [KEY, OTHER] = ['0xce1', '0xce2'] as const;
    const join: GameFact[] = [
      { kind: 'asked', id: '0xa0', who: ADA, action: { kind: 'join', delegate: KEY } },
      seat(ADA, '0xa0'),
    ];
    const { entries, game } = historyOf(
      [
        block(1, ...join, clock({ kind: 'movesStarted', players: [ADA, GRACE] })),
        block(2, ...reveal(KEY, '0pass', GOES_ON)),
        block(3, ...reveal(OTHER, '1pass', { kind: 'gameOver', winner: GRACE })),
      ],
      [],
      new Map([[OTHER, GRACE]]),
    );
    expect([...(game?.played[0]?.reveals ?? [])]).toEqual([
      [ADA, 'rock'],
      [GRACE, 'paper'],
    ]);
    expect(entries.flatMap(({ what }) => ('who' in what ? [what.who] : []))).toEqual([GRACE, ADA, ADA]);
  });

  it('takes the player that a message names, if several players share a delegate', () => {
    const KEY = '0xce1';
    const asked = (id: `0x${string}`, action: Action): GameFact => ({ kind: 'asked', id, who: KEY, action });
    const error = { kind: 'alreadyMoved' } as const;
    const { entries, game } = historyOf(
      [
        block(
          1,
          clock({ kind: 'movesStarted', players: [ADA, GRACE] }),
          asked('0xa1', { kind: 'revealFor', player: ADA, opening: '0pass' }),
          { kind: 'done', replyTo: '0xa1', who: KEY, event: { kind: 'successfulReveal', result: GOES_ON }, value: 0n },
          asked('0xa2', { kind: 'commitFor', player: ADA, commitment: '0x01' }),
          { kind: 'refused', replyTo: '0xa2', who: KEY, error },
        ),
        block(2, ...reveal(GRACE, '1pass', { kind: 'gameOver', winner: GRACE })),
      ],
      [],
      new Map([[KEY, GRACE]]),
    );
    expect([...(game?.played[0]?.reveals ?? [])]).toEqual([
      [ADA, 'rock'],
      [GRACE, 'paper'],
    ]);
    const refused = entries.find(({ what }) => what.kind === 'refused');
    expect(refused?.what).toEqual({ kind: 'refused', who: ADA, error });
  });

  it('lets a delegate with a seat act for that seat', () => {
    const KEY = '0xce1';
    const { entries } = historyOf([
      block(1, { kind: 'asked', id: '0xa0', who: ADA, action: { kind: 'join', delegate: KEY } }),
      block(2, seat(KEY)),
    ]);
    expect(entries.map(({ what }) => what)).toMatchObject([{ who: KEY }]);
  });
});
