import type { BlockFacts } from '../chain/blocks';
import type { ActorId } from '../chain/hex';
import { fields, text, variant, type Interface } from '../chain/metadata';
import type { GameId } from './state';

/** What has to be read again of what was known. */
export class Changes {
  /** Whether nothing is known to be as it was. */
  isAll = false;
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
    return !this.isAll && !this.hasPasses && this.byName.size === 0;
  }

  /** Takes what happened in a block: each event names its game. */
  take(types: Interface, { hasRun, facts }: BlockFacts): void {
    if (!hasRun) return;
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
      const [name, event] = variant(types.decodeReply(fact.payload));
      if (name === 'ok') this.takeEvent(event);
    }
    // Another program was answered: that is not told.
    if (!isTold) this.isAll = true;
  }

  private takeEvent(event: Parameters<typeof variant>[0]): void {
    const [kind, content] = variant(event);
    if (kind === 'passMinted') {
      this.hasPasses = true;
      return;
    }
    const game = fields(fields(content)['game']);
    const id = { host: text(game['host']) as ActorId, challenger: text(game['challenger']) as ActorId };
    this.byName.set(nameOf(id), id);
  }
}

/** One name for a game, whoever looks at it. */
export function nameOf({ host, challenger }: GameId): string {
  return `${host}/${challenger}`;
}
