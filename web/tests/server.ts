import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

export interface Asked {
  id: number;
  method: string;
  params: unknown[];
}

const servers: WebSocketServer[] = [];

/** Starts a server that hears each request like this, until `closeServers`. */
export async function serve(
  hear: (asked: Asked, peer: WebSocket) => void,
  port = 0,
): Promise<{ server: WebSocketServer; url: string; port: number }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  servers.push(server);
  await once(server, 'listening');
  server.on('connection', (peer) => {
    peer.on('message', (data: Buffer) => hear(JSON.parse(data.toString()) as Asked, peer));
  });
  const address = server.address() as AddressInfo;
  return { server, url: `ws://127.0.0.1:${address.port}`, port: address.port };
}

export function closeServers(): void {
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate();
    server.close();
  }
}

export function answer(peer: WebSocket, id: number, result: unknown): void {
  peer.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
}
