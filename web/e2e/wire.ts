import type { Page } from '@playwright/test';

interface NodeError {
  code: number;
  message: string;
  data?: string;
}

/** Returns a switch for the final blocks that the page hears of. They are on at first. */
export async function switchableFinality(page: Page): Promise<(isOn: boolean) => void> {
  let isHeard = true;
  await page.routeWebSocket(/^ws:/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (isHeard || !message.toString().includes('"chain_finalizedHead"')) socket.send(message);
    });
  });
  return (isOn) => {
    isHeard = isOn;
  };
}

/**
 * Holds back the messages for the chain that the page sends to its node, until `letGo`.
 *
 * @returns `sent` resolves once the page has signed and sent one
 */
export async function heldMessages(page: Page): Promise<{ sent: Promise<void>; letGo: () => void }> {
  let tell: () => void = () => undefined;
  let letGo: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (tell = resolve));
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await page.routeWebSocket(/^ws:/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { method } = JSON.parse(message.toString()) as { method: string };
      if (method !== 'author_submitAndWatchExtrinsic') {
        server.send(message);
        return;
      }
      tell();
      void released.then(() => server.send(message));
    });
  });
  return { sent, letGo };
}

/** Answers some of the page's requests in place of its node. */
export async function interceptNode(page: Page, errorOf: (method: string) => NodeError | undefined): Promise<void> {
  await page.routeWebSocket(/^ws:/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, method } = JSON.parse(message.toString()) as { id: number; method: string };
      const error = errorOf(method);
      if (error) socket.send(JSON.stringify({ jsonrpc: '2.0', id, error }));
      else server.send(message);
    });
  });
}
