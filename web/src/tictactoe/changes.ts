import type { BlockFacts } from '../chain/blocks';
import { fields, variant, type Interface, type Json } from '../chain/metadata';
import { gameIdOf, type GameId } from './state';

/** What has to be read again of what was known. */
export class Changes {
  /** Whether everything may have changed. */
  isAll = false;
  /** Whether the program ran, even for a program whose reply nobody sees: programs play, too. */
  hasRun = false;
  /** Whether a game ended. */
  hasEnded = false;
  /** Whether somebody took a pass. */
  hasPasses = false;
  private readonly byName = new Map<string, GameId>();

  static ofAll(): Changes {
    const changes = new Changes();
    changes.isAll = true;
    return changes;
  }

  get games(): GameId[] {
    return [...this.byName.values()];
  }

  get isEmpty(): boolean {
    return !this.isAll && !this.hasRun;
  }

  /** Takes what happened in a block: each event names its game. */
  take(types: Interface, { hasRun, facts }: BlockFacts): void {
    if (!hasRun) return;
    this.hasRun = true;
    let isTold = false;
    for (const fact of facts) {
      if (fact.kind !== 'said') continue;
      isTold = true;
      // A failed message changed nothing, and the deployment says nothing.
      if (fact.isError || fact.payload === '0x') continue;
      if (fact.replyTo === null) {
        this.takeEvent(types.decodeTold(fact.payload));
        continue;
      }
      const reply = types.decodeReply(fact.payload);
      // A query changed nothing.
      if (reply === null) continue;
      const [name, event] = variant(reply);
      if (name === 'ok') this.takeEvent(event);
    }
    // Only programs got replies, and nobody hears those.
    if (!isTold) this.isAll = true;
  }

  private takeEvent(told: Json): void {
    const [kind, content] = variant(told);
    if (kind === 'passMinted') {
      this.hasPasses = true;
      return;
    }
    const event = fields(content);
    const outcome = event['outcome'] ?? null;
    if (outcome !== null && variant(outcome)[0] !== 'open') this.hasEnded = true;
    const id = gameIdOf(event['game']);
    this.byName.set(nameOf(id), id);
  }
}

/** A game's name, the same for every viewer. */
export function nameOf({ host, challenger, place }: GameId): string {
  return `${host}/${challenger}/${place}`;
}
