import type { BlockFacts, Head } from './blocks';
import type { Connection, Online } from './connection';
import { Follower } from './follower';
import { untilHead } from './heads';
import type { ActorId } from './hex';
import type { Interface } from './metadata';
import type { Code } from './code';
import { presence, type Presence } from './program';

/** Each method hears which connection the news came on; that connection may be gone when it is handled. */
export interface WatchListener {
  /** The program is there. The watch follows it from now on. */
  onFound(online: Online, code: Code): void;
  onMissing(found: Exclude<Presence, Code>): void;
  onHead(online: Online, head: Head): void;
  onFacts(online: Online, facts: BlockFacts[]): void;
  onError(error: unknown): void;
}

/** For how many blocks it asks again about a program that is not there: it may be about to start. */
const LATE_BLOCKS = 20;

/** Follows a program for as long as the page shows it, across lost connections. */
export class ProgramWatch {
  private readonly unsubscribe: () => void;
  private follower: Follower | undefined;
  private online: Online | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly program: ActorId,
    private readonly types: Interface,
    private readonly listener: WatchListener,
  ) {
    this.unsubscribe = connection.link.subscribe(() => this.reconnect());
    this.reconnect();
  }

  close(): void {
    this.unsubscribe();
    this.detach();
  }

  /** Whether this is the connection that the watch follows. */
  isCurrent(online: Online): boolean {
    return online === this.online;
  }

  private reconnect(): void {
    const link = this.connection.link.get();
    const online = link.status === 'online' ? link : undefined;
    if (online === this.online) return;
    this.detach();
    this.online = online;
    if (online) void this.attach(online);
  }

  private detach(): void {
    this.follower?.stop();
    this.follower = undefined;
    this.online = undefined;
  }

  private async attach(online: Online): Promise<void> {
    const { listener } = this;
    const onError = (error: unknown): void => {
      if (this.isCurrent(online)) listener.onError(error);
    };
    try {
      const look = (): Promise<Presence> => presence(online, this.program, this.types);
      let found = await look();
      if (found === 'absent' && this.isCurrent(online)) {
        listener.onMissing(found);
        let blocks = 0;
        await untilHead(online.api, 'subscribeNewHeads', async () => {
          found = await look();
          blocks += 1;
          return found !== 'absent' || blocks === LATE_BLOCKS || !this.isCurrent(online);
        });
      }
      if (!this.isCurrent(online) || found === 'absent') return;
      if (found === 'other') {
        listener.onMissing(found);
        return;
      }
      listener.onFound(online, found);
      this.follower = new Follower(online.api, this.program, {
        onHead: (head) => listener.onHead(online, head),
        onFacts: (facts) => listener.onFacts(online, facts),
        onError,
      });
    } catch (error) {
      onError(error);
    }
  }
}
