import type { BlockFacts, Fact, Head, Said } from '../chain/blocks';
import { ZERO, type ActorId, type Hex } from '../lib/hex';
import { variant, type Interface } from '../chain/metadata';
import { actionOf, errorOf, eventOf, type Action, type GameError, type GameEvent } from './messages';

/** What happened at a table, in the game's own terms. */
export type GameFact =
  | { kind: 'asked'; id: Hex; who: ActorId; action: Action | null }
  | { kind: 'done'; replyTo: Hex; who: ActorId; event: GameEvent; value: bigint }
  | { kind: 'refused'; replyTo: Hex; who: ActorId; error: GameError }
  | { kind: 'failed'; replyTo: Hex; who: ActorId }
  | { kind: 'paid'; who: ActorId; value: bigint; event: GameEvent }
  | { kind: 'broadcast'; event: GameEvent };

export interface GameBlock {
  head: Head;
  facts: GameFact[];
}

export function gameBlockOf(types: Interface, { head, facts }: BlockFacts): GameBlock {
  return { head, facts: facts.flatMap((fact) => gameFactOf(types, fact) ?? []) };
}

function gameFactOf(types: Interface, fact: Fact): GameFact | null {
  if (fact.kind === 'asked') {
    return { kind: 'asked', id: fact.id, who: fact.from, action: actionIn(types, fact.payload) };
  }
  return fact.replyTo ? replied(types, fact, fact.replyTo) : told(types, fact);
}

function actionIn(types: Interface, payload: Hex | null): Action | null {
  if (payload === null) return null;
  try {
    return actionOf(types.decodeAction(payload));
  } catch {
    // Anybody can send the program anything; the program will have failed on this.
    return null;
  }
}

function replied(types: Interface, fact: Said, replyTo: Hex): GameFact | null {
  const who = fact.to;
  if (fact.isError) return { kind: 'failed', replyTo, who };
  // Only the deployment has an empty reply.
  if (fact.payload === '0x') return null;
  const reply = types.decodeReply(fact.payload);
  // The reply answers a query, and the page reads the state itself.
  if (reply === null) return null;
  const [name, content] = variant(reply);
  return name === 'ok'
    ? { kind: 'done', replyTo, who, event: eventOf(content), value: fact.value }
    : { kind: 'refused', replyTo, who, error: errorOf(content) };
}

function told(types: Interface, fact: Said): GameFact {
  const event = eventOf(types.decodeTold(fact.payload));
  if (fact.to === ZERO) return { kind: 'broadcast', event };
  return { kind: 'paid', who: fact.to, value: fact.value, event };
}
