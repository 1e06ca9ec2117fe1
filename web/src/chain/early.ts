import { socket as openSocket } from '../lib/browser';
import { isNodeAddress } from '../lib/networks';

/** A connection that nothing was asked on yet. */
let early: { url: string; socket: WebSocket } | null = null;

/** Begins to connect to a node while the code that talks to it still loads. */
export function connectEarly(url: string): void {
  if (!isNodeAddress(url)) return;
  const answer = openSocket(url);
  // What the browser refuses here it refuses again when the page connects, which tells it.
  if ('value' in answer) early = { url, socket: answer.value };
}

/** Hands out the early connection to this node, once and unless it has failed. */
export function takeEarly(url: string): WebSocket | null {
  const begun = early;
  early = null;
  if (!begun) return null;
  const { socket } = begun;
  const isGood = socket.readyState === socket.CONNECTING || socket.readyState === socket.OPEN;
  if (begun.url === url && isGood) return socket;
  socket.close();
  return null;
}
