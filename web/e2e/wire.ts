import type { Page } from '@playwright/test';

interface NodeError {
  code: number;
  message: string;
  data?: string;
}

/** Stands between a page and its node, and answers some requests in the node's place. */
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
