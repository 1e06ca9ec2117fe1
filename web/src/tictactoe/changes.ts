import type { BlockFacts } from '../chain/blocks';
import { fields, variant, type Interface, type Json } from '../chain/metadata';
import { gameIdOf, type GameId } from './state';

/** What has to be read again of what was known. */
export class Changes {
  /** Whether nothing is known to be as it was. */
  isAll = false;
  /** Whether the program ran, be it for somebody whose reply nobody sees: programs play, too. */
  hasRun = false;
  /** Whether a game has ended. */
  hasEnded = false;
  /** Whether somebody has taken a pass. */
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
      // What failed has changed nothing, and the deployment says nothing.
      if (fact.isError || fact.payload === '0x') continue;
      if (fact.replyTo === null) {
        this.takeEvent(types.decodeTold(fact.payload));
        continue;
      }
      const reply = types.decodeReply(fact.payload);
      // A query has changed nothing.
      if (reply === null) continue;
      const [name, event] = variant(reply);
      if (name === 'ok') this.takeEvent(event);
    }
    // Only programs were answered: that is not told.
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

/** One name for a game, whoever looks at it. */
export function nameOf({ host, challenger, place }: GameId): string {
  return `${host}/${challenger}/${place}`;
}
