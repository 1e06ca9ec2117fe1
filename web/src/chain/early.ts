import { isNodeAddress } from './networks';

/** A connection on which nothing was asked yet. */
let early: { url: string; socket: WebSocket } | null = null;

/** Begins to connect to a node while the code that talks to it is still on its way. */
export function connectEarly(url: string): void {
  if (isNodeAddress(url)) early = { url, socket: new WebSocket(url) };
}

/** The connection that was begun to this node, unless it has failed, and only once. */
export function takeEarly(url: string): WebSocket | null {
  const begun = early;
  early = null;
  if (!begun) return null;
  const { socket } = begun;
  const isGood = socket.readyState === WebSocket.CONNECTING || socket.readyState === WebSocket.OPEN;
  if (begun.url === url && isGood) return socket;
  socket.close();
  return null;
}
