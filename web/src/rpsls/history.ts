import type { ActorId, Hex } from '../lib/hex';
import type { GameBlock, GameFact } from './facts';
import {
  isSentAway,
  type Action,
  type GameError,
  type GameEvent,
  type RevealResult,
  type StageChange,
} from './messages';
import { moveOfOpening, type Move } from './moves';
import { Storyteller, type GameStory, type Score } from './story';

/** One line of the log. */
export interface Entry {
  key: string;
  block: number;
  /** The block's timestamp, ms. */
  time: number;
  what: What;
}

export type What =
  | { kind: 'did'; who: ActorId; event: GameEvent; move: Move | null }
  | { kind: 'refused'; who: ActorId; error: GameError }
  | { kind: 'failed'; who: ActorId }
  | { kind: 'paid' | 'sentAway'; who: ActorId; value: bigint }
  | { kind: 'clock'; change: StageChange }
  /** The last seat started the game. */
  | { kind: 'filled'; change: StageChange }
  /** The result of a round's last reveal. */
  | { kind: 'decided'; result: RevealResult }
  /** A time, in ms, in which nobody here looked. */
  | { kind: 'missing'; from: number; to: number };

export interface History {
  /** The latest first. */
  entries: Entry[];
  /** The running game, or the last one. */
  game: GameStory | null;
  /** Everybody's score in the games that were seen to end. */
  scores: ReadonlyMap<ActorId, Score>;
  /** The time, ms, at which the history begins, if nodes have thrown away what was before. */
  since: number | null;
}

/** Blocks that were not looked at, between two that were. */
export interface Gap {
  /** The first block after the gap. */
  before: number;
  from: number;
  to: number;
}

/**
 * Tells what happened in these blocks. They are in order, and there may be gaps between them.
 *
 * @param delegates the player of each delegate, where it is known from elsewhere
 * @param isWhole whether nothing happened before the first block
 * @param seats the players of the running or last game by seat, if a state told them
 */
export function historyOf(
  blocks: readonly GameBlock[],
  gaps: readonly Gap[] = [],
  delegates: ReadonlyMap<ActorId, ActorId> = new Map(),
  isWhole = true,
  seats: readonly ActorId[] = [],
): History {
  const teller = new Teller(delegates, seats);
  if (!isWhole) teller.story.miss();
  let told = 0;
  const miss = (until: number): void => {
    for (let gap = gaps[told]; gap && gap.before <= until; gap = gaps[told]) {
      teller.miss(gap);
      told += 1;
    }
  };
  for (const block of blocks) {
    miss(block.head.number);
    inOrder(block).forEach((fact, index) => teller.take(fact, block, `${block.head.number}-${index}`));
  }
  miss(Infinity);
  const { game, scores } = teller.story;
  return { entries: teller.entries.reverse(), game, scores, since: null };
}

/**
 * Puts facts in the order in which a person tells them. The chain tells a payout before the reply
 * to the action that earned it, and the start of a full game before the reply to the seat that
 * filled it.
 */
function inOrder({ facts }: GameBlock): GameFact[] {
  const isStarted = facts.some(isStart);
  const rankOf = (fact: GameFact): number => {
    if (fact.kind === 'asked') return 0;
    if (isStarted && isSeat(fact)) return 1;
    return fact.kind === 'paid' ? 3 : 2;
  };
  return [...facts].sort((one, other) => rankOf(one) - rankOf(other));
}

function isStart(fact: GameFact): boolean {
  if (fact.kind !== 'broadcast' || fact.event.kind !== 'stageAdvanced') return false;
  return ['movesStarted', 'revealsStarted'].includes(fact.event.change.kind);
}

function isSeat(fact: GameFact): boolean {
  return fact.kind === 'done' && fact.event.kind === 'playerRegistered';
}

function isWonBy(who: ActorId, event: GameEvent): boolean {
  if (event.kind === 'successfulReveal') return event.result.kind === 'gameOver' && event.result.winner === who;
  return event.kind === 'stageAdvanced' && event.change.kind === 'gameOver' && event.change.winner === who;
}

/** Whether the last seat started a game. Once the time is up nobody can take one. */
function isFilled({ kind }: StageChange, { facts }: GameBlock): boolean {
  const isStarting = kind === 'movesStarted' || kind === 'revealsStarted';
  return isStarting && facts.some(isSeat);
}

/** The message that was answered, and its sender. */
interface Answered {
  replyTo: Hex;
  who: ActorId;
}

class Teller {
  readonly entries: Entry[] = [];
  readonly story: Storyteller;
  private readonly actions = new Map<Hex, Action>();
  /** The players, by their delegates. */
  private readonly players: Map<ActorId, ActorId>;
  /** Those with a seat for the next game, as far as they were seen to take it. Null while a game runs. */
  private seated: Set<ActorId> | null = new Set();

  constructor(delegates: ReadonlyMap<ActorId, ActorId>, seats: readonly ActorId[]) {
    this.players = new Map(delegates);
    this.story = new Storyteller(seats);
  }

  miss({ before, from, to }: Gap): void {
    this.story.miss();
    this.entries.push({ key: `${before}-missing`, block: before, time: to, what: { kind: 'missing', from, to } });
  }

  take(fact: GameFact, block: GameBlock, key: string): void {
    const { head } = block;
    const tell = (what: What): void => {
      this.entries.push({ key: `${key}-${what.kind}`, block: head.number, time: head.timestamp, what });
    };
    switch (fact.kind) {
      case 'asked':
        if (fact.action) this.actions.set(fact.id, fact.action);
        if (fact.action?.kind === 'join' && fact.action.delegate) this.players.set(fact.action.delegate, fact.who);
        return;
      case 'done': {
        const opening = this.openingIn(fact.replyTo);
        const who = this.playerOf(fact, fact.event);
        // Somebody else has shown the move before: what is news is the move that came with it.
        const isAgain = this.story.isShownBefore(fact.event);
        const event: GameEvent = isAgain ? { kind: 'successfulMove', player: who } : fact.event;
        this.story.did(who, event, opening);
        if (event.kind === 'playerRegistered') this.seated?.add(who);
        if (event.kind === 'playerLeft') this.seated?.delete(who);
        if (event.kind === 'successfulReveal' && event.result.kind === 'gameOver') this.seated = new Set();
        tell({ kind: 'did', who, event, move: opening === null ? null : moveOfOpening(opening) });
        if (event.kind === 'successfulReveal' && event.result.kind !== 'continue')
          tell({ kind: 'decided', result: event.result });
        // A player who wins by their own reveal is paid in the reply to it.
        if (isWonBy(fact.who, event) && fact.value > 0n) tell({ kind: 'paid', who, value: fact.value });
        return;
      }
      case 'refused':
        return tell({ kind: 'refused', who: this.meantBy(fact), error: fact.error });
      case 'failed':
        return tell({ kind: 'failed', who: this.meantBy(fact) });
      case 'paid':
        if (fact.event.kind === 'playerLeft') this.seated?.delete(fact.who);
        this.story.paid(fact.who, fact.event, fact.value);
        if (isSentAway(fact.event)) return tell({ kind: 'sentAway', who: fact.who, value: fact.value });
        // A free game's winner gets the event alone.
        if (fact.value > 0n) tell({ kind: 'paid', who: fact.who, value: fact.value });
        return;
      case 'broadcast':
        if (fact.event.kind === 'gameWasStopped') {
          this.story.stopped(fact.event.players);
          this.seated = new Set();
        }
        if (fact.event.kind !== 'stageAdvanced') return;
        this.story.changed(fact.event.change);
        if (this.isOfNobody(fact.event.change)) return;
        return tell({ kind: isFilled(fact.event.change, block) ? 'filled' : 'clock', change: fact.event.change });
    }
  }

  /** Whether the time to sit down began anew while nobody had a seat: to whoever sits down then it is no news. */
  private isOfNobody({ kind }: StageChange): boolean {
    if (kind === 'movesStarted' || kind === 'revealsStarted') this.seated = null;
    if (kind === 'gameOver') this.seated = new Set();
    return kind === 'extended' && this.seated?.size === 0;
  }

  /** The player who acted: a delegate acts for its player. */
  private playerOf(answered: Answered, event: GameEvent): ActorId {
    if (event.kind === 'successfulMove') return event.player;
    // An account with a seat acts for that seat.
    if (event.kind === 'playerRegistered') this.players.delete(answered.who);
    return this.meantBy(answered);
  }

  /** The player whom the message names, or who named its sender as delegate. */
  private meantBy({ replyTo, who }: Answered): ActorId {
    const action = this.actions.get(replyTo);
    return action && 'player' in action ? action.player : (this.players.get(who) ?? who);
  }

  private openingIn(message: Hex): string | null {
    const action = this.actions.get(message);
    return action && 'opening' in action ? action.opening : null;
  }
}
