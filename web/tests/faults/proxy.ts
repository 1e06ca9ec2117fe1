import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { relay, type Rules } from '../../e2e/wire';

/** A node as rules have it. */
export class Proxy {
  private constructor(
    private readonly server: WebSocketServer,
    readonly url: string,
  ) {}

  static async before(node: string, rules: Rules): Promise<Proxy> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    server.on('connection', (page) => {
      const upstream = new WebSocket(node);
      const early: string[] = [];
      const send = (text: string): void => {
        if (upstream.readyState === WebSocket.OPEN) upstream.send(text);
        else early.push(text);
      };
      // The node has what it was sent before the connection ends.
      const close = (): void => void setTimeout(() => page.close(), 20);
      const { fromPage, fromNode } = relay(rules, { send: (text) => page.send(text), close }, { send });
      upstream.on('open', () => early.splice(0).forEach(send));
      upstream.on('message', (data: Buffer) => fromNode(data.toString()));
      upstream.on('close', () => page.close());
      upstream.on('error', () => page.close());
      page.on('message', (data: Buffer) => fromPage(data.toString()));
      page.on('close', () => upstream.close());
    });
    return new Proxy(server, `ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  close(): void {
    for (const client of this.server.clients) client.terminate();
    this.server.close();
  }
}
