import type { Page } from '@playwright/test';

export interface Request {
  id: number;
  method: string;
  params: unknown[];
}

/** The request by which the page sends a message. */
export const SUBMIT = 'author_submitAndWatchExtrinsic';

/** What becomes of a request on its way. */
export type Verdict =
  | 'pass'
  /** Nobody hears of it. */
  | 'ignore'
  /** The node hears it, and the connection ends. */
  | 'askAndClose'
  /** The answer comes so much later, ms; and what follows from it, too. */
  | { after: number }
  | { error: NodeError }
  | { result: unknown }
  /** The node is asked with these parameters. */
  | { params: unknown[] }
  /** The node's answer is changed. */
  | { change: (result: unknown) => unknown };

/** Decides what becomes of each request. */
export interface Rules {
  judge: (request: Request) => Verdict;
}

/** One connection of a page to its node, as rules have it. */
export function relay(rules: Rules, page: Peer, node: Pick<Peer, 'send'>) {
  const changes = new Map<number, (result: unknown) => unknown>();
  const late = new Map<number, number>();
  /** The subscriptions whose answer is on its way, and what was told of them meanwhile. */
  const held = new Map<unknown, string[]>();
  let isOver = false;
  const fromPage = (text: string): void => {
    const { params = [], ...request } = JSON.parse(text) as Omit<Request, 'params'> & Partial<Request>;
    const { id } = request;
    const verdict = rules.judge({ ...request, params });
    const answer = (fields: object): void => page.send(JSON.stringify({ jsonrpc: '2.0', id, ...fields }));
    if (verdict === 'ignore') return;
    if (verdict === 'pass') return node.send(text);
    if (isOver) return;
    if (verdict === 'askAndClose') {
      isOver = true;
      node.send(text);
      return page.close();
    }
    if ('error' in verdict || 'result' in verdict) return answer(verdict);
    if ('after' in verdict) late.set(id, verdict.after);
    if ('change' in verdict) changes.set(id, verdict.change);
    node.send('params' in verdict ? JSON.stringify({ ...request, params: verdict.params }) : text);
  };
  const fromNode = (text: string): void => {
    if (isOver) return;
    if (changes.size + late.size + held.size === 0) return page.send(text);
    const message = JSON.parse(text) as { id?: number; result?: unknown; params?: { subscription: unknown } };
    const { id = -1, result, params } = message;
    const waiting = params && held.get(params.subscription);
    if (waiting) return void waiting.push(text);
    const change = changes.get(id);
    changes.delete(id);
    const told = change && result !== undefined ? JSON.stringify({ ...message, result: change(result) }) : text;
    const after = late.get(id);
    if (after === undefined) return page.send(told);
    late.delete(id);
    held.set(result, []);
    setTimeout(() => {
      page.send(told);
      for (const news of held.get(result) ?? []) page.send(news);
      held.delete(result);
    }, after);
  };
  return { fromPage, fromNode };
}

interface Peer {
  send: (text: string) => void;
  close: () => void;
}

/** Lets these rules decide about each of the page's requests. */
export async function judged(page: Page, rules: Rules): Promise<void> {
  await page.routeWebSocket(/^ws:/, (socket) => {
    const server = socket.connectToServer();
    const close = (): void => {
      // The node has it before the connection ends.
      setTimeout(() => void Promise.allSettled([socket.close(), server.close()]), 20);
    };
    const { fromPage, fromNode } = relay(
      rules,
      { send: (text) => socket.send(text), close },
      { send: (text) => server.send(text) },
    );
    socket.onMessage((message) => fromPage(message.toString()));
    server.onMessage((message) => fromNode(message.toString()));
  });
}

/** What a test does with the messages between a page and its node. Without it they pass as they are. */
interface Tap {
  reaches?: () => boolean;
  asks?: (request: Request, pass: () => void, answer: (fields: object) => void) => void;
  hears?: (text: string, tell: (text: string) => void) => void;
}

export async function tap(page: Page, { reaches, asks, hears }: Tap): Promise<void> {
  await page.routeWebSocket(/^ws:/, (socket) => {
    if (reaches?.() === false) return void socket.close();
    const server = socket.connectToServer();
    const tell = (text: string): void => socket.send(text);
    if (asks)
      socket.onMessage((message) => {
        const request = JSON.parse(message.toString()) as Request;
        const answer = (fields: object): void => tell(JSON.stringify({ jsonrpc: '2.0', id: request.id, ...fields }));
        asks(request, () => server.send(message), answer);
      });
    if (hears) server.onMessage((message) => hears(message.toString(), tell));
  });
}

/** Returns a switch for what the page hears from its node with this text in it. It is on at first. */
async function switchable(page: Page, what: string): Promise<(isOn: boolean) => void> {
  let isHeard = true;
  await tap(page, {
    hears: (text, tell) => {
      if (isHeard || !text.includes(what)) tell(text);
    },
  });
  return (isOn) => {
    isHeard = isOn;
  };
}

export const switchableFinality = (page: Page) => switchable(page, '"chain_finalizedHead"');
export const switchableBlocks = (page: Page) => switchable(page, '"chain_newHead"');
/** All that the node says without being asked. */
export const switchableNews = (page: Page) => switchable(page, '"subscription"');

/**
 * Returns a switch for a page's network, which is on at first. Chromium's own keeps a processor busy while it is
 * off, if the page has a connection.
 */
export async function switchableNetwork(page: Page): Promise<(isOn: boolean) => Promise<void>> {
  let isOnline = true;
  await tap(page, {
    reaches: () => isOnline,
    asks: (_, pass) => {
      if (isOnline) pass();
    },
    hears: (text, tell) => {
      if (isOnline) tell(text);
    },
  });
  return async (isOn) => {
    isOnline = isOn;
    if (isOn) await page.unroute('**');
    else await page.route('**', (route) => route.abort('internetdisconnected'));
    await page.evaluate((isOnLine) => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnLine });
      window.dispatchEvent(new Event(isOnLine ? 'online' : 'offline'));
    }, isOn);
  };
}

/**
 * Holds requests back between `hold` and `letGo`. The promise `held` resolves with the first of them.
 *
 * @param requests matches a request's method and its parameters, with a space between them
 */
export async function holdable(page: Page, requests: RegExp) {
  let isHolding = false;
  let tell: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (tell = resolve));
  const waiting: (() => void)[] = [];
  await tap(page, {
    asks: ({ method, params }, pass) => {
      if (!isHolding || !requests.test([method, ...params].join(' '))) {
        pass();
        return;
      }
      waiting.push(pass);
      tell();
    },
  });
  const hold = (): void => {
    isHolding = true;
  };
  const letGo = (): void => {
    isHolding = false;
    for (const pass of waiting.splice(0)) pass();
  };
  return { held, hold, letGo };
}

interface NodeError {
  code: number;
  message: string;
  data?: string;
}

/** Answers some of the page's requests in place of its node. */
export function interceptNode(
  page: Page,
  errorOf: (method: string, params: unknown[]) => NodeError | undefined,
): Promise<void> {
  return tap(page, {
    asks: ({ method, params }, pass, answer) => {
      const error = errorOf(method, params);
      if (error) answer({ error });
      else pass();
    },
  });
}

interface Counter {
  /** The methods of the page's requests. */
  asked: string[];
  /** The number of blocks and of characters that the page has heard of its node. */
  blocks: number;
  characters: number;
}

/** Counts what passes between a page and its node. */
export async function counted(page: Page): Promise<Counter> {
  const counter: Counter = { asked: [], blocks: 0, characters: 0 };
  await tap(page, {
    asks: ({ method }, pass) => {
      counter.asked.push(method);
      pass();
    },
    hears: (text, tell) => {
      counter.characters += text.length;
      if (text.includes('"chain_newHead"')) counter.blocks += 1;
      tell(text);
    },
  });
  return counter;
}
