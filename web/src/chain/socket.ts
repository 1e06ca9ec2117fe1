import { aside } from '../lib/aside';
import { needed, socket as openSocket } from '../lib/browser';
import { takeEarly } from './early';
import { ChainError, NodeError } from './failure';
import { deadlineOf, endOf, type Method, type Subscribing } from './requests';

export { NodeError };

interface Message {
  id?: number;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
  params?: { subscription: string | number; result: unknown };
}

interface Request {
  method: Method;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  /** The listener, if the request subscribes. */
  tell: ((result: never) => void) | undefined;
  overdue: ReturnType<typeof setTimeout>;
}

/** How long a node may take to say that it is there after it left a request without an answer, ms. */
const PONG = 5_000;

/** The part of a connection that others use. A test has to provide no more. */
export type Wire = Pick<Socket, 'send' | 'subscribe' | 'lost'>;

/**
 * One connection to a node, for as long as it lasts. When it is cut, requests under way fail, and
 * it takes no new ones. A request without an answer fails at its deadline, and puts the connection
 * in doubt.
 */
export class Socket {
  private readonly end = new AbortController();
  private readonly requests = new Map<number, Request>();
  private readonly subscriptions = new Map<string | number, (result: never) => void>();
  /** Requests that subscribe, and were not answered in time: nobody listens if that still comes. */
  private readonly late = new Map<number, Subscribing>();
  private lastId = 0;
  private isDoubted = false;
  /** When the node last said anything, by `performance.now()`, ms. */
  heard = performance.now();
  /** The words with which the node ended the connection, or why the page did, if there are any. */
  farewell: string | null = null;

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => this.hear(String(data)));
    socket.addEventListener('close', ({ reason }) => {
      this.farewell = reason || null;
      this.cut();
    });
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

  /**
   * @throws NodeError if the node refuses, ChainError if it does not answer in time or the
   * connection is cut
   */
  send<T>(method: Method, params: readonly unknown[] = [], tell?: (result: never) => void): Promise<T> {
    return this.ask<T>(method, params, deadlineOf(method), tell, () => aside(this.doubt(PONG), 'A ping'));
  }

  /**
   * Subscribes by a method whose name says so.
   *
   * @returns a function that unsubscribes
   */
  async subscribe(method: Subscribing, params: readonly unknown[], tell: (result: never) => void): Promise<() => void> {
    const id = await this.send<string | number>(method, params, tell);
    return () => {
      if (this.subscriptions.delete(id)) this.unsubscribe(method, id);
    };
  }

  /** Asks whether the node is there. Cuts the connection if the answer takes longer than this, ms. */
  async doubt(patience: number): Promise<void> {
    if (this.isDoubted || this.lost.aborted) return;
    this.isDoubted = true;
    try {
      await this.ask('system_chain', [], patience, undefined, () => {
        console.info('The node has gone silent.');
        this.close();
      });
    } catch (error) {
      // Whatever it says, it is there.
      if (!(error instanceof NodeError)) console.debug('The connection is cut:', error);
    } finally {
      this.isDoubted = false;
    }
  }

  close(): void {
    this.socket.close();
    this.cut();
  }

  private ask<T>(
    method: Method,
    params: readonly unknown[],
    patience: number,
    tell: ((result: never) => void) | undefined,
    onOverdue: () => void,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.lost.aborted) return reject(new ChainError({ kind: 'lost' }));
      this.lastId += 1;
      const id = this.lastId;
      const overdue = setTimeout(() => {
        this.requests.delete(id);
        if (tell) this.late.set(id, method as Subscribing);
        reject(new ChainError({ kind: 'lost' }));
        onOverdue();
      }, patience);
      this.requests.set(id, { method, resolve, reject, tell, overdue });
      this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  private unsubscribe(method: Subscribing, subscription: string | number): void {
    this.send(endOf(method), [subscription]).catch((error: unknown) => {
      console.debug('A subscription was over already:', error);
    });
  }

  private hear(data: string): void {
    this.heard = performance.now();
    const message = messageIn(data);
    if (!message) return this.close();
    const { id, result, error, params } = message;
    if (params) this.subscriptions.get(params.subscription)?.(params.result as never);
    if (id === undefined) return;
    const request = this.requests.get(id);
    if (!request) {
      const method = this.late.get(id);
      if (method && this.late.delete(id) && !error) this.unsubscribe(method, result as string);
      return;
    }
    this.requests.delete(id);
    clearTimeout(request.overdue);
    if (error) return request.reject(new NodeError(error.message, error.code, error.data));
    // Registers the listener at once: its first notice may come with the next message.
    if (request.tell) this.subscriptions.set(result as string, request.tell);
    request.resolve(result as never);
  }

  private cut(): void {
    if (this.lost.aborted) return;
    this.end.abort();
    const error = new ChainError({ kind: 'lost' });
    for (const { reject, overdue } of this.requests.values()) {
      clearTimeout(overdue);
      reject(error);
    }
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
