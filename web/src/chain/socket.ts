import { needed, socket as openSocket } from '../lib/browser';
import { takeEarly } from './early';
import { ChainError } from './failure';

/** A node's answer to a request that it can't serve. */
export class NodeError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly data?: unknown,
  ) {
    super(`${code}: ${message}`);
    this.name = 'NodeError';
  }
}

interface Message {
  id?: number;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
  params?: { subscription: string | number; result: unknown };
}

interface Request {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  /** The listener, if the request subscribes. */
  tell: ((result: never) => void) | undefined;
}

/** The part of a connection that others use. A test has to provide no more. */
export type Wire = Pick<Socket, 'send' | 'subscribe' | 'lost'>;

/**
 * One connection to a node, for as long as it lasts. When it is cut, requests under way fail, and
 * it takes no new ones.
 */
export class Socket {
  private readonly end = new AbortController();
  private readonly requests = new Map<number, Request>();
  private readonly subscriptions = new Map<string | number, (result: never) => void>();
  private lastId = 0;
  /** When the node last said anything, by `performance.now()`, ms. */
  heard = performance.now();

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => this.hear(String(data)));
    socket.addEventListener('close', () => this.cut());
  }

  /** @param opening ends the wait when it aborts */
  static open(url: string, opening: AbortSignal): Promise<Socket> {
    const socket = takeEarly(url) ?? needed(openSocket(url));
    // The early connection may be open before this code runs.
    if (socket.readyState === socket.OPEN) return Promise.resolve(new Socket(socket));
    return new Promise((resolve, reject) => {
      const fail = (): void => {
        socket.close();
        reject(new ChainError({ kind: 'lost' }));
      };
      socket.addEventListener('open', () => {
        opening.removeEventListener('abort', fail);
        resolve(new Socket(socket));
      });
      for (const end of ['error', 'close']) socket.addEventListener(end, fail);
      opening.addEventListener('abort', fail);
    });
  }

  /** Aborts when the connection is cut. */
  get lost(): AbortSignal {
    return this.end.signal;
  }

  /** @throws NodeError if the node refuses, ChainError if the connection is lost before it answers */
  send<T>(method: string, params: readonly unknown[] = [], tell?: (result: never) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.lost.aborted) return reject(new ChainError({ kind: 'lost' }));
      this.lastId += 1;
      this.requests.set(this.lastId, { resolve, reject, tell });
      this.socket.send(JSON.stringify({ jsonrpc: '2.0', id: this.lastId, method, params }));
    });
  }

  /**
   * Subscribes by a method whose name says so.
   *
   * @returns a function that unsubscribes
   */
  async subscribe(method: string, params: readonly unknown[], tell: (result: never) => void): Promise<() => void> {
    const id = await this.send<string | number>(method, params, tell);
    return () => {
      if (!this.subscriptions.delete(id) || this.lost.aborted) return;
      const end = method.replace('_subscribe', '_unsubscribe').replace('_submitAndWatch', '_unwatch');
      this.send(end, [id]).catch((error: unknown) => console.debug('A subscription was over already:', error));
    };
  }

  close(): void {
    this.socket.close();
    this.cut();
  }

  private hear(data: string): void {
    this.heard = performance.now();
    const message = messageIn(data);
    if (!message) return this.close();
    const { id, result, error, params } = message;
    if (params) this.subscriptions.get(params.subscription)?.(params.result as never);
    const request = id === undefined ? undefined : this.requests.get(id);
    if (id === undefined || !request) return;
    this.requests.delete(id);
    if (error) return request.reject(new NodeError(error.message, error.code, error.data));
    // Registers the listener at once: its first notice may come with the next message.
    if (request.tell) this.subscriptions.set(result as string, request.tell);
    request.resolve(result as never);
  }

  private cut(): void {
    if (this.lost.aborted) return;
    this.end.abort();
    const error = new ChainError({ kind: 'lost' });
    for (const { reject } of this.requests.values()) reject(error);
    this.requests.clear();
    this.subscriptions.clear();
  }
}

function messageIn(data: string): Message | null {
  try {
    return JSON.parse(data) as Message;
  } catch (error) {
    console.warn('What is there is no node:', error);
    return null;
  }
}
