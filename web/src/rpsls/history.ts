import type { ActorId, Hex } from '../chain/hex';
import type { GameBlock, GameFact } from './facts';
import type { Action, GameError, GameEvent, RevealResult, StageChange } from './messages';
import { moveOfOpening, type Move } from './moves';

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
  | { kind: 'paid'; who: ActorId; value: bigint }
  | { kind: 'clock'; change: StageChange }
  /** What the last reveal of a round came to. */
  | { kind: 'decided'; result: RevealResult };

export type Reveals = ReadonlyMap<ActorId, Move>;

/** How a round ended in which somebody had revealed. */
export interface RoundResult {
  reveals: Reveals;
  survivors: ActorId[];
  isGameOver: boolean;
  time: number;
}

export interface History {
  /** The latest first. */
  entries: Entry[];
  lastRound: RoundResult | null;
}

/** Tells what happened from the blocks, which are in order. */
export function historyOf(blocks: readonly GameBlock[]): History {
  const teller = new Teller();
  for (const block of blocks) {
    inOrder(block.facts).forEach((fact, index) => teller.take(fact, block, `${block.head.number}-${index}`));
  }
  return { entries: teller.entries.reverse(), lastRound: teller.lastRound };
}

/** The chain tells a payout before the reply to the action that earned it. */
function inOrder(facts: readonly GameFact[]): GameFact[] {
  const isPaid = (fact: GameFact): boolean => fact.kind === 'paid';
  return [...facts.filter((fact) => !isPaid(fact)), ...facts.filter(isPaid)];
}

class Teller {
  readonly entries: Entry[] = [];
  lastRound: RoundResult | null = null;
  private reveals = new Map<ActorId, Move>();
  private readonly actions = new Map<Hex, Action>();

  take(fact: GameFact, { head }: GameBlock, key: string): void {
    const tell = (what: What): void => {
      this.entries.push({ key: `${key}-${what.kind}`, block: head.number, time: head.timestamp, what });
    };
    switch (fact.kind) {
      case 'asked':
        if (fact.action) this.actions.set(fact.id, fact.action);
        return;
      case 'done': {
        const move = this.revealed(fact.replyTo);
        if (fact.event.kind === 'successfulReveal') {
          if (move) this.reveals.set(fact.who, move);
          this.settle(fact.event.result, head.timestamp);
        }
        if (fact.event.kind === 'stageAdvanced') this.settle(fact.event.change, head.timestamp);
        if (fact.event.kind === 'gameWasStopped') this.reveals = new Map();
        tell({ kind: 'did', who: fact.who, event: fact.event, move });
        if (fact.event.kind === 'successfulReveal' && fact.event.result.kind !== 'continue') {
          tell({ kind: 'decided', result: fact.event.result });
        }
        return;
      }
      case 'refused':
        return tell({ kind: 'refused', who: fact.who, error: fact.error });
      case 'failed':
        return tell({ kind: 'failed', who: fact.who });
      case 'paid':
        return tell({ kind: 'paid', who: fact.who, value: fact.value });
      case 'broadcast':
        if (fact.event.kind !== 'stageAdvanced') return;
        this.settle(fact.event.change, head.timestamp);
        return tell({ kind: 'clock', change: fact.event.change });
    }
  }

  private revealed(message: Hex): Move | null {
    const action = this.actions.get(message);
    return action?.kind === 'reveal' ? moveOfOpening(action.opening) : null;
  }

  private settle(change: StageChange | RevealResult, time: number): void {
    switch (change.kind) {
      case 'continue':
      case 'extended':
        return;
      case 'movesStarted':
      case 'revealsStarted':
        this.reveals = new Map();
        return;
      case 'nextRoundStarted':
        return this.end(change.players, false, time);
      case 'gameOver':
        return this.end([change.winner], true, time);
    }
  }

  private end(survivors: ActorId[], isGameOver: boolean, time: number): void {
    // A round that nobody had revealed in was decided by the clock alone.
    if (this.reveals.size > 0) {
      this.lastRound = { reveals: this.reveals, survivors, isGameOver, time };
    }
    this.reveals = new Map();
  }
}
