import { lasting, tryToKeep } from '../lib/storage';
import type { ActorId, Hex } from '../lib/hex';

/** An extrinsic that a block may still take, or of which the page does not know yet what came of it. */
export interface Sent {
  from: ActorId;
  nonce: number;
  /** In all signed forms, the last one last: they have one number, so a block takes one at most. */
  wholes: [Hex, ...Hex[]];
  /** The best block when the first of them was signed, and the last that can take the last one. */
  since: number;
  ends: number;
  /** The block from which it counts as not taken. */
  lapses: number;
  /** Whether a pool has dropped it: then the same bytes are not sent again. */
  isDropped: boolean;
  /** Whether it was found in a block. */
  isFound?: boolean;
  /** When it was signed last, by this machine's clock, ms. */
  at: number;
}

const PREFIX = 'rpsls/sent/';
/** For how long it is remembered, ms: no extrinsic lives as long. */
const MEMORY = 600_000;

/** What is remembered, by chain, account and work. Another page may have sent it, such as this one before a reload. */
const memory = new Map<string, Sent>();

export function sentAs(key: string): Sent | undefined {
  const sent = memory.get(key) ?? stored(PREFIX + key);
  if (sent && Math.abs(Date.now() - sent.at) < MEMORY) return sent;
  if (sent) dropSent(key);
  return undefined;
}

/** All that is remembered. */
export function allSent(): Sent[] {
  return keysOfSent().flatMap((key) => sentAs(key) ?? []);
}

function keysOfSent(): string[] {
  const keys = Array.from({ length: lasting.length }, (_, index) => lasting.key(index) ?? '');
  const stored = keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  return [...new Set([...memory.keys(), ...stored])];
}

/** What an account has sent to a program, and nobody knows yet what came of it. Each is named as `submit` names it. */
export function worksOf(genesis: Hex, from: ActorId, program: ActorId): string[] {
  const prefix = `${genesis},${from},`;
  const keys = keysOfSent().filter((key) => key.startsWith(prefix + program) && sentAs(key));
  return keys.map((key) => key.slice(prefix.length));
}

export function keepSent(key: string, sent: Sent): void {
  memory.set(key, sent);
  tryToKeep(lasting, PREFIX + key, JSON.stringify(sent));
}

export function dropSent(key: string): void {
  memory.delete(key);
  lasting.removeItem(PREFIX + key);
}

function stored(key: string): Sent | undefined {
  try {
    const sent = JSON.parse(lasting.getItem(key) ?? 'null') as Sent | null;
    return sent && Array.isArray(sent.wholes) && Number.isFinite(sent.nonce) ? sent : undefined;
  } catch (error) {
    console.warn('What was sent can’t be read:', error);
    return undefined;
  }
}
