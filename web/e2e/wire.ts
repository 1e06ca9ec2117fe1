import type { Page } from '@playwright/test';

interface Request {
  id: number;
  method: string;
  params: unknown[];
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

/** Holds requests back between `hold` and `letGo`. The promise `held` resolves with the first of them. */
export async function holdable(page: Page, methods: RegExp) {
  let isHolding = false;
  let tell: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (tell = resolve));
  const waiting: (() => void)[] = [];
  await tap(page, {
    asks: ({ method }, pass) => {
      if (!isHolding || !methods.test(method)) {
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
