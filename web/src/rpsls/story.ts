import type { ActorId } from '../lib/hex';
import { isSentAway, type GameEvent, type RevealResult, type StageChange } from './messages';
import { moveOfOpening, type Move } from './moves';
import { bitOf, type Bit } from './opening';
import { beatenBy, type Lost, type Reveals } from './round';
import type { GameResult } from './state';

/** The outcome of a game for one of its players. */
export type Fate =
  | Lost
  | { kind: 'won' }
  /** The bracket was full without the player, who got the bet back. */
  | { kind: 'sentAway'; value: bigint }
  /** The owner stopped it; `value` is what the player was paid. */
  | { kind: 'stopped'; value: bigint };

/** A round that is over. */
export interface PlayedRound {
  /** From 1. */
  number: number;
  reveals: Reveals;
  survivors: ActorId[];
  /** What each opening that was seen gives to a toss. */
  bits?: Bits;
}

export type Bits = ReadonlyMap<ActorId, Bit>;

export interface GameStory {
  /** The players in it when it began. Empty if that was not seen. */
  players: ActorId[];
  /** The same players in order of their seats. Empty if one was not seen to sit down. */
  seats: ActorId[];
  /** The rounds that are over. Empty if the first was not seen. */
  played: PlayedRound[];
  /** The players who are no longer in it. */
  fates: ReadonlyMap<ActorId, Fate>;
  /** How many rounds have begun. 0 if the first was not seen. */
  rounds: number;
  isOver: boolean;
  /** Whether another game may have ended unseen since this one was over. */
  isBehindGap?: boolean;
}

/** Whether this game came out as the state says of the last one that was won. It may be an earlier one all the same. */
export function isTold(game: GameStory | null, last: GameResult | null): game is GameStory {
  return game !== null && game.rounds === last?.rounds && game.fates.get(last.winner)?.kind === 'won';
}

/** A player's score in the games that were seen to end here. */
export interface Score {
  won: number;
  played: number;
}

interface Running {
  players: ActorId[];
  seats: ActorId[];
  played: PlayedRound[];
  fates: Map<ActorId, Fate>;
  rounds: number;
  isOver: boolean;
  isBehindGap?: boolean;
}

/** Works out from what happened how each round and game went, and for whom. */
export class Storyteller {
  readonly scores = new Map<ActorId, Score>();
  private reveals = new Map<ActorId, Move>();
  private bits = new Map<ActorId, Bit>();
  /** The players of the running round. Empty if its beginning was not seen. */
  private inRound: ActorId[] = [];
  private running: Running | null = null;
  /** The players with a seat in the next game, in order. Null if one was not seen to sit down. */
  private lobby: ActorId[] | null = [];
  /** The players whom the next game's bracket has no place for. */
  private sentAway = new Map<ActorId, Fate>();
  /** Whether a part of the running round was not seen. */
  private isPartial = false;

  /** @param seats the players of the running or last game in order, if a state told them */
  constructor(private readonly seats: readonly ActorId[] = []) {}

  get game(): GameStory | null {
    return this.running;
  }

  /** Notes that something may have happened unseen. */
  miss(): void {
    if (this.running?.isOver) this.running.isBehindGap = true;
    else this.running = null;
    this.reveals = new Map();
    this.inRound = [];
    this.lobby = null;
    this.sentAway = new Map();
    this.isPartial = true;
  }

  /** Whether this shows a move of the round before again. A round that goes on has two moves shown before. */
  isShownBefore(event: GameEvent): boolean {
    const isNext = event.kind === 'successfulReveal' && event.result.kind === 'nextRoundStarted';
    return isNext && this.reveals.size === 0 && !this.isPartial;
  }

  did(who: ActorId, event: GameEvent, opening: string | null): void {
    switch (event.kind) {
      case 'playerRegistered':
        this.lobby?.push(who);
        return;
      case 'playerLeft':
        this.lobby = this.lobby?.filter((id) => id !== who) ?? null;
        return;
      case 'successfulReveal':
        this.show(who, opening);
        return this.changed(event.result);
      case 'stageAdvanced':
        return this.changed(event.change);
      case 'gameWasStopped':
        return this.stopped(event.players);
      default:
        return;
    }
  }

  private show(who: ActorId, opening: string | null): void {
    const move = opening === null ? null : moveOfOpening(opening);
    if (opening === null || !move) return;
    this.reveals.set(who, move);
    this.bits.set(who, bitOf(opening));
  }

  /** A payout says what each player got of a stopped game, or who is sent away from a full bracket. */
  paid(who: ActorId, event: GameEvent, value: bigint): void {
    if (isSentAway(event)) {
      // It belongs to the game that began in the same block, or to the next one.
      const fates = this.running?.isOver === false ? this.running.fates : this.sentAway;
      fates.set(who, { kind: 'sentAway', value });
    }
    if (event.kind !== 'gameWasStopped') return;
    if (!this.isStopped()) this.stopped([who]);
    this.running?.fates.set(who, { kind: 'stopped', value });
  }

  private isStopped(): boolean {
    return [...(this.running?.fates.values() ?? [])].some(({ kind }) => kind === 'stopped');
  }

  changed(change: StageChange | RevealResult): void {
    switch (change.kind) {
      case 'continue':
      case 'extended':
      case 'sentAway':
        return;
      case 'movesStarted':
        return this.begin(change.players);
      case 'revealsStarted':
        return this.revealsStarted(change.players);
      case 'nextRoundStarted':
        return this.end(change.players, false);
      case 'gameOver':
        return this.end([change.winner], true);
    }
  }

  private begin(players: ActorId[]): void {
    const isOfThese = (seats: readonly ActorId[]): boolean =>
      seats.length === players.length && players.every((id) => seats.includes(id));
    const lobby = this.lobby?.filter((id) => players.includes(id)) ?? [];
    const seats = [lobby, this.seats].find(isOfThese) ?? [];
    this.running = { players, seats: [...seats], played: [], fates: this.sentAway, rounds: 1, isOver: false };
    this.sentAway = new Map();
    this.beginRound(players);
  }

  private beginRound(players: ActorId[]): void {
    this.inRound = players;
    this.reveals = new Map();
    this.bits = new Map();
    this.isPartial = false;
  }

  private revealsStarted(players: ActorId[]): void {
    // All players committed when they took their seats.
    if (!this.running || this.running.isOver) this.begin(players);
    this.leave(
      this.inRound.filter((id) => !players.includes(id)),
      () => ({ kind: 'lateMove' }),
    );
    this.beginRound(players);
  }

  private end(survivors: ActorId[], isGameOver: boolean): void {
    const { reveals, bits, isPartial } = this;
    if (!isPartial) {
      const lost = [...new Set([...this.inRound, ...reveals.keys()])].filter((id) => !survivors.includes(id));
      this.leave(lost, (id) => {
        const move = reveals.get(id);
        if (move) return beatenBy(move, survivors, reveals);
        // If nobody has revealed, it was not yet time to reveal.
        return { kind: reveals.size > 0 ? 'lateReveal' : 'lateMove' };
      });
    }
    if (this.running && !this.running.isOver && this.running.rounds > 0 && !isPartial)
      this.running.played.push({ number: this.running.rounds, reveals, survivors, bits });
    if (isGameOver) this.over(survivors);
    else if (this.running && this.running.rounds > 0) this.running.rounds += 1;
    this.beginRound(survivors);
  }

  private over(winners: ActorId[]): void {
    this.leave(winners, () => ({ kind: 'won' }));
    for (const [id, fate] of this.running?.fates ?? []) {
      if (fate.kind === 'sentAway') continue;
      const { won, played } = this.scores.get(id) ?? { won: 0, played: 0 };
      this.scores.set(id, { won: won + (fate.kind === 'won' ? 1 : 0), played: played + 1 });
    }
    this.close();
  }

  stopped(players: ActorId[]): void {
    this.leave(players, () => ({ kind: 'stopped', value: 0n }));
    this.close();
    this.beginRound([]);
  }

  private close(): void {
    if (this.running) this.running.isOver = true;
    this.lobby = [];
  }

  private leave(players: ActorId[], fateOf: (id: ActorId) => Fate): void {
    // A game whose beginning was not seen is another one than the last.
    if (!this.running || this.running.isOver)
      this.running = { players: [], seats: [], played: [], fates: new Map(), rounds: 0, isOver: false };
    for (const id of players) this.running.fates.set(id, fateOf(id));
  }
}
