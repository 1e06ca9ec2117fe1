import { aside } from '../lib/aside';
import { growing, pause } from '../lib/pause';
import type { BlockFacts, Head } from './blocks';
import type { Connection, Online } from './connection';
import { Follower } from './follower';
import { untilHead } from './heads';
import type { ActorId } from '../lib/hex';
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

/** For how many blocks it asks in each about a program that is not there, and then in one of as many. */
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
    if (online) aside(this.attach(online), 'A program');
  }

  private detach(): void {
    this.follower?.stop();
    this.follower = undefined;
    this.online = undefined;
  }

  /** Looks for the program until the node tells what is there, and follows it. */
  private async attach(online: Online): Promise<void> {
    const { listener } = this;
    for (let tries = 0; this.isCurrent(online); tries += 1) {
      try {
        const found = await this.found(online);
        if (!this.isCurrent(online)) return;
        if (typeof found === 'string') {
          listener.onMissing(found);
          return;
        }
        listener.onFound(online, found);
        this.follower = new Follower(online.api, this.program, {
          onHead: (head) => listener.onHead(online, head),
          onFacts: (facts) => listener.onFacts(online, facts),
          onError: (error) => {
            if (this.isCurrent(online)) listener.onError(error);
          },
        });
        return;
      } catch (error) {
        if (this.isCurrent(online)) listener.onError(error);
      }
      await pause(online.lost, growing(tries));
    }
  }

  /** What is there, once it is not nothing. */
  private async found(online: Online): Promise<Presence> {
    const look = (): Promise<Presence> => presence(online, this.program, this.types);
    let found = await look();
    if (found !== 'absent' || !this.isCurrent(online)) return found;
    this.listener.onMissing(found);
    let blocks = 0;
    await untilHead(online.api, 'subscribeNewHeads', async () => {
      blocks += 1;
      // It may be about to start, or the node behind. Later it is asked about now and then.
      if (blocks <= LATE_BLOCKS || blocks % LATE_BLOCKS === 0) found = await look();
      return found !== 'absent' || !this.isCurrent(online);
    });
    return found;
  }
}
