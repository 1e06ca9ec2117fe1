import { describe, expect, it } from 'vitest';
import type { ActorId } from '../src/lib/hex';
import type { History } from '../src/rpsls/history';
import { againOf, resultOf } from '../src/rpsls/result';
import { Storyteller } from '../src/rpsls/story';
import { movesOf, state, TAKEN, UNSEEN } from './games';

const [ADA, GRACE, ALAN] = ['0xada', '0x9ace', '0xa1a'] as const;
const GOES_ON = { kind: 'successfulReveal', result: { kind: 'continue' } } as const;

/** What was seen of a game that these players began. */
function historyOf(players: ActorId[], tell: (story: Storyteller) => void): History {
  const story = new Storyteller();
  story.changed({ kind: 'movesStarted', players });
  tell(story);
  return { entries: [], game: story.game, scores: story.scores, since: null };
}

function over(winner: ActorId, pot: bigint) {
  return state({ gamesFinished: 1, lastGame: { winner, pot, rounds: 1 } });
}

/** Ada and Grace reveal, Alan does not, and Ada wins. */
const late = historyOf([ADA, GRACE, ALAN], (story) => {
  story.did(ADA, GOES_ON, '0pass');
  story.did(GRACE, GOES_ON, '2pass');
  story.changed({ kind: 'gameOver', winner: ADA });
});

describe('the result', () => {
  it('counts the games that were seen to end, and names those who are here for another', () => {
    const twice = historyOf([ADA, GRACE], (story) => {
      story.did(ADA, GOES_ON, '0pass');
      story.did(GRACE, GOES_ON, '2pass');
      story.changed({ kind: 'gameOver', winner: ADA });
      story.changed({ kind: 'movesStarted', players: [ADA, GRACE] });
      story.did(ADA, GOES_ON, '3pass');
      story.did(GRACE, GOES_ON, '2pass');
      story.changed({ kind: 'gameOver', winner: GRACE });
    });
    expect([...twice.scores]).toEqual([
      [GRACE, { won: 1, played: 2 }],
      [ADA, { won: 1, played: 2 }],
    ]);
    const lobby = { ...over(GRACE, 20n), gamesFinished: 2 };
    expect(againOf(lobby, twice, ADA)).toEqual([]);
    const seated = { ...lobby, players: [GRACE, ALAN].map((id) => ({ id, status: 'registered' as const })) };
    expect(againOf(seated, twice, ADA)).toEqual([GRACE]);
    // A player with a new seat gets another message, and other players were not in her game.
    expect(againOf(seated, twice, GRACE)).toEqual([]);
    expect(againOf(seated, twice, ALAN)).toEqual([]);
  });

  it('says to each player what happened, and why', () => {
    const table = over(ADA, 30n);
    expect(resultOf(table, late, ADA)).toEqual({ kind: 'won', pot: 30n, stake: 10n });
    expect(resultOf(table, late, GRACE)).toEqual({
      kind: 'lost',
      stake: 10n,
      fate: { kind: 'beaten', move: 'scissors', by: ['rock'], points: null },
      winner: ADA,
      pot: 30n,
    });
    expect(resultOf(table, late, ALAN)).toMatchObject({ kind: 'lost', fate: { kind: 'lateReveal' } });
    expect(resultOf(table, late, '0xeee')).toEqual({ kind: 'watched', winner: ADA, pot: 30n });
    expect(resultOf(table, late, null)).toEqual({ kind: 'watched', winner: ADA, pot: 30n });
  });

  it('tells a player who did not commit from one who did not reveal', () => {
    const history = historyOf([ADA, GRACE, ALAN], (story) => {
      story.changed({ kind: 'revealsStarted', players: [ADA, GRACE] });
      story.did(ADA, GOES_ON, '1pass');
      story.did(GRACE, { kind: 'successfulReveal', result: { kind: 'gameOver', winner: ADA } }, '0pass');
    });
    expect(resultOf(over(ADA, 30n), history, ALAN)).toMatchObject({ kind: 'lost', fate: { kind: 'lateMove' } });
    const alone = historyOf([ADA, GRACE], (story) => {
      story.changed({ kind: 'gameOver', winner: GRACE });
    });
    expect(resultOf(over(GRACE, 20n), alone, ADA)).toMatchObject({ kind: 'lost', fate: { kind: 'lateMove' } });
  });

  it('shows a running game to a player who is out, and a round to one who goes on', () => {
    const history = historyOf([ADA, GRACE, ALAN], (story) => {
      story.did(ADA, GOES_ON, '0pass');
      story.did(GRACE, GOES_ON, '0pass');
      story.did(
        ALAN,
        { kind: 'successfulReveal', result: { kind: 'nextRoundStarted', players: [ADA, GRACE] } },
        '2pass',
      );
    });
    const running = state({
      stage: 'inProgress',
      round: 2,
      players: [
        { id: ADA, status: 'toMove' },
        { id: GRACE, status: 'toMove' },
        { id: ALAN, status: 'out' },
      ],
      lastRound: {
        game: 0,
        number: 1,
        moves: movesOf({ [ADA]: 'rock', [GRACE]: 'rock', [ALAN]: 'scissors' }),
      },
    });
    expect(resultOf(running, history, ALAN)).toMatchObject({
      kind: 'lost',
      stake: 10n,
      fate: { kind: 'beaten', move: 'scissors', by: ['rock'], points: null },
      winner: null,
    });
    expect(resultOf(running, history, ADA)).toMatchObject({ kind: 'round', round: { survivors: [ADA, GRACE] } });
    // A visitor who comes later knows it from the state alone.
    for (const id of [ADA, ALAN]) expect(resultOf(running, UNSEEN, id)).toEqual(resultOf(running, history, id));
  });

  it('shows an unseen game as far as the state has it', () => {
    const moves = movesOf({ [ADA]: 'rock', [GRACE]: 'lizard', [ALAN]: null });
    const table = { ...over(ADA, 30n), lastRound: { game: 0, number: 1, moves } };
    const fate = { kind: 'beaten', move: 'lizard', by: ['rock'], points: null };
    expect(resultOf(table, UNSEEN, GRACE)).toEqual({ kind: 'lost', stake: null, fate, winner: ADA, pot: 30n });
    expect(resultOf(table, UNSEEN, ALAN)).toMatchObject({ kind: 'lost', fate: { kind: 'lateReveal' } });
    expect(resultOf(table, UNSEEN, '0xeee')).toMatchObject({ kind: 'watched' });
  });

  it('shows no loss to a player who was sent away, during the game and after', () => {
    const rules = { format: 'knockout', startWhenFull: true } as const;
    const players = [ADA, GRACE].map((id) => ({ id, status: 'toMove' as const }));
    const running = state({ stage: 'inProgress', round: 1, players, rules });
    const told = { kind: 'sentAway', players: 2, value: 10n };
    expect(resultOf(running, UNSEEN, ALAN)).toBeNull();
    const taken = { ...TAKEN, account: ALAN, game: 0, seen: 'sentAway', round: 1 } as const;
    expect(resultOf(running, UNSEEN, ALAN, taken)).toEqual(told);
    expect(resultOf(running, UNSEEN, ADA, taken)).toBeNull();
    expect(resultOf(running, UNSEEN, ALAN, { ...taken, game: 1 })).toBeNull();
    // Nobody here saw how this player's game ended.
    const lost = resultOf(over(ADA, 20n), UNSEEN, ALAN, { ...taken, seen: 'toMove' });
    expect(lost).toEqual({ kind: 'lost', stake: 10n, fate: { kind: 'lateMove' }, winner: ADA, pot: 20n });
    const seen = historyOf([ADA, GRACE], (story) => {
      story.paid(ALAN, { kind: 'stageAdvanced', change: { kind: 'sentAway', players: [ALAN] } }, 10n);
    });
    expect(resultOf(running, seen, ALAN)).toEqual(told);
    const whole = historyOf([ADA, GRACE], (story) => {
      story.paid(ALAN, { kind: 'stageAdvanced', change: { kind: 'sentAway', players: [ALAN] } }, 10n);
      story.changed({ kind: 'gameOver', winner: ADA });
    });
    expect(resultOf({ ...over(ADA, 20n), rules }, whole, ALAN)).toEqual(told);
  });

  it('shows the payouts of a stopped game, not the winner of the game before', () => {
    const history = historyOf([ADA, GRACE], (story) => {
      story.did(ALAN, { kind: 'gameWasStopped', players: [ADA, GRACE] }, null);
      story.paid(ADA, { kind: 'gameWasStopped', players: [] }, 7n);
    });
    expect(resultOf(over(GRACE, 20n), history, ADA)).toEqual({ kind: 'stopped', value: 7n });
    expect(resultOf(over(GRACE, 20n), history, ALAN)).toBeNull();
  });

  it('names the points that decided a round', () => {
    const history = historyOf([ADA, GRACE, ALAN], (story) => {
      story.did(ADA, GOES_ON, '0pass');
      story.did(GRACE, GOES_ON, '2pass');
      story.did(ALAN, GOES_ON, '1pass');
      story.did('0xeee', { kind: 'successfulReveal', result: { kind: 'gameOver', winner: ADA } }, '3pass');
    });
    // Rock beats scissors and lizard, and paper beats it. Scissors beats paper and lizard, and rock beats it.
    expect(resultOf(over(ADA, 40n), history, ALAN)).toMatchObject({
      fate: { kind: 'beaten', move: 'paper', by: ['rock'], points: [-1, 1] },
    });
  });

  it('shows the payouts of a stop that waited', () => {
    const history = historyOf([ADA, GRACE, ALAN], (story) => {
      story.did(ADA, GOES_ON, '0pass');
      story.paid(GRACE, { kind: 'gameWasStopped', players: [GRACE] }, 15n);
      story.paid(ADA, { kind: 'gameWasStopped', players: [ADA] }, 15n);
    });
    expect(resultOf(state({ gamesFinished: 1 }), history, ADA)).toEqual({ kind: 'stopped', value: 15n });
    expect(resultOf(state({ gamesFinished: 1 }), history, GRACE)).toEqual({ kind: 'stopped', value: 15n });
  });

  it('claims no reason that was not seen', () => {
    const history = historyOf([ADA, GRACE], (story) => {
      story.miss();
      story.changed({ kind: 'gameOver', winner: ADA });
    });
    expect(resultOf(over(ADA, 20n), history, GRACE)).toEqual({ kind: 'watched', winner: ADA, pot: 20n });
    const out = state({ stage: 'reveal', round: 1, players: [{ id: GRACE, status: 'out' }] });
    expect(resultOf(out, history, GRACE)).toMatchObject({ kind: 'lost', fate: null });
  });

  it('does not show an earlier game as the last one', () => {
    const table = state({ gamesFinished: 2, lastGame: { winner: ALAN, pot: 30n, rounds: 1 } });
    expect(resultOf(table, late, GRACE)).toEqual({ kind: 'watched', winner: ALAN, pot: 30n });
    const longer = state({ gamesFinished: 2, lastGame: { winner: ADA, pot: 30n, rounds: 2 } });
    expect(resultOf(longer, late, GRACE)).toEqual({ kind: 'watched', winner: ADA, pot: 30n });
    // The seat's game was stopped: the state still has the winner of the one before, and so has what was seen.
    const taken = { ...TAKEN, account: ADA, game: 0, before: `${ADA}/30/1` };
    const missed = historyOf([ADA, GRACE, ALAN], (story) => {
      story.changed({ kind: 'gameOver', winner: ADA });
      story.miss();
    });
    for (const history of [UNSEEN, missed]) {
      expect(resultOf(over(ADA, 30n), history, ADA, taken)).toBeNull();
      expect(resultOf(over(ADA, 30n), history, ADA, { ...taken, before: '' })).toMatchObject({ kind: 'won' });
    }
  });

  it('is removed when its reader has a seat again', () => {
    const seated = { ...over(ADA, 20n), players: [{ id: ADA, status: 'registered' as const }] };
    expect(resultOf(seated, late, ADA)).toBeNull();
  });
});
