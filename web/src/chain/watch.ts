import type { BlockFacts, Head } from './blocks';
import type { Connection, Online } from './connection';
import { Follower } from './follower';
import type { ActorId } from './hex';
import type { Interface } from './metadata';
import type { Code } from './code';
import { presence, type Presence } from './program';

/** Each is told on which connection it came, which may be gone when it is dealt with. */
export interface WatchListener {
  /** The program is there, and is followed from now on. */
  onFound(online: Online, code: Code): void;
  onMissing(found: Exclude<Presence, Code>): void;
  onHead(online: Online, head: Head): void;
  onFacts(online: Online, facts: BlockFacts[]): void;
  onError(error: unknown): void;
}

/** Follows a program for as long as it is looked at, across lost connections. */
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

  /** Whether this connection is the one that is followed. */
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
      const found = await presence(online, this.program, this.types);
      if (!this.isCurrent(online)) return;
      if (found === 'absent' || found === 'other') {
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
