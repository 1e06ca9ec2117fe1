import { inTime } from '../lib/inTime';

/** Why something failed for another reason than the program's refusal. */
export type Failure =
  /** The person said no in the wallet. */
  | { kind: 'rejected' }
  /** The wallet did not sign, for another reason than the person's "no". `text` is empty if it gave none. */
  | { kind: 'wallet'; text: string }
  /** The wallet was updated or switched off under the page. */
  | { kind: 'walletGone'; text: string }
  /** The wallet signed something else than it was asked to, or nothing that can be read. */
  | { kind: 'missigned' }
  /** The wallet can't sign several calls at once. */
  | { kind: 'noBatch'; text: string }
  /**
   * The account can't pay. `extra` is the part for preparing the program's code again after an
   * upgrade of the chain.
   */
  | { kind: 'funds'; has: bigint; needs: bigint; extra?: bigint }
  /** The node did not answer, or the connection went away. Whether the message came through is open. */
  | { kind: 'lost' }
  /** The node does not know yet what it has told of. */
  | { kind: 'behind' }
  /** A pool had the message, and no block has taken it. `mayCome`: another node may have it still. */
  | { kind: 'void'; mayCome?: boolean }
  /** Another message of the account had the same number, and was faster: this one is not taken any more. */
  | { kind: 'overtaken' }
  /** The person signed when no block could take the message any more. */
  | { kind: 'late' }
  /** The chain's runtime is no longer the one that the extrinsic was signed for. */
  | { kind: 'upgraded' }
  /** The wallet holds this account for another chain. */
  | { kind: 'otherChain' }
  /** The program failed, so the chain has undone the message. */
  | { kind: 'trapped'; text: string }
  /** The node reads no states any more, and the program answers no queries. */
  | { kind: 'unreadable'; text: string }
  /** The program has not replied in time. */
  | { kind: 'silent' }
  /** The browser does not store what must be stored before anything is signed. */
  | { kind: 'storage'; text: string }
  /** The page can't read what the node has answered. */
  | { kind: 'garbled'; text: string }
  /** The page itself could not do it. */
  | { kind: 'page'; text: string }
  /**
   * Anything else that the node said. `isRefused`: the chain has certainly not done what was asked.
   * `isPassing`: it may do it at the next try.
   */
  | { kind: 'node'; text: string; isRefused?: true; isPassing?: true };

export class ChainError extends Error {
  constructor(readonly failure: Failure) {
    super('text' in failure ? failure.text : failure.kind);
    this.name = 'ChainError';
  }
}

/** Does some work and waits for it until the signal aborts. */
export function unlessOver<T>(signal: AbortSignal, why: Failure, work: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const end = (): void => reject(new ChainError(why));
    if (signal.aborted) return end();
    signal.addEventListener('abort', end);
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', end));
  });
}

/** Waits for some work, but not longer than this, ms. */
export function within<T>(ms: number, why: Failure, work: Promise<T>): Promise<T> {
  return inTime(ms, work, () => {
    throw new ChainError(why);
  });
}

/** A node's answer to a request that it can't serve. */
export class NodeError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly data?: unknown,
  ) {
    super(`${code}: ${message}`);
    this.name = 'NodeError';
  }
}

/**
 * The words by which known wallets tell that the person said no. The rest of what wallets say are
 * reasons why nobody was asked.
 */
const REFUSALS = [
  'cancelled',
  'canceled',
  'rejected',
  'rejected by user',
  'user rejected',
  'user rejected request',
  'user rejected the request',
  'user denied request',
  'user denied the request',
  'user closed the popup',
  'declined by user',
];
/** The code by which some wallets tell the same. */
const USER_REJECTED = 4001;
/** A wallet that was updated or switched off under the page: only a new page reaches it. */
const GONE = /context invalidated|receiving end does not exist|disconnected port|port closed/i;
/** Every wallet has its own words, too, for a call that it can't sign. */
const UNABLE = /batch|unsupported|not support|unknown call|call (index|data)|decode/i;
const UNPAID = /inability to pay|balance too low|InsufficientBalance|funds are unavailable/i;

/** Translates what went wrong into a failure. Only what a node has answered counts as its words. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ChainError) return error.failure;
  const text = wordsOf(error);
  if (!isNodeError(error)) return { kind: 'page', text };
  if (UNPAID.test(text)) return { kind: 'funds', has: 0n, needs: 0n };
  return isNo(error) ? { kind: 'node', text } : { kind: 'node', text, isPassing: true };
}

/** Whether the chain may have done what was asked all the same. */
export function isOpen(failure: Failure): boolean {
  if (failure.kind === 'node') return !failure.isRefused;
  if (failure.kind === 'void') return failure.mayCome === true;
  return ['lost', 'silent', 'behind', 'garbled', 'page'].includes(failure.kind);
}

/** Whether neither a voucher nor the sender could pay for a message. */
export function isUnpaid(failure: Failure): boolean {
  return failure.kind === 'funds' || (failure.kind === 'node' && failure.text.startsWith('gearVoucher.'));
}

/** Why a wallet did not sign. Only the person can decline. */
export function unsigned(error: unknown): ChainError {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const [text = ''] = [error, message].filter((words) => typeof words === 'string');
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '');
  const isNo = code === USER_REJECTED || REFUSALS.includes(words);
  return new ChainError(isNo ? { kind: 'rejected' } : { kind: GONE.test(text) ? 'walletGone' : 'wallet', text });
}

/** Why an extrinsic of several calls was not signed: the wallet may not be able to sign that many. */
export function unbatched(error: unknown): unknown {
  const failure = failureOf(error);
  if (failure.kind !== 'wallet' || !UNABLE.test(failure.text)) return error;
  return new ChainError({ kind: 'noBatch', text: failure.text });
}

/** The code by which a node says that it does not know a method. */
export const NO_SUCH_METHOD = -32_601;
/** The codes by which it says that the runtime has failed, and that an answer is too long. */
const [RUNTIME_ERROR, TOO_LONG] = [8000, -32_008];

/** Whether a node says that it can't serve a request. */
export function isNodeError(error: unknown): error is NodeError {
  return error instanceof NodeError;
}

/**
 * Whether a node's error is an answer: the runtime has run, and these are its words, or the node can
 * never serve the request. All other errors may be over at the next try.
 */
export function isNo(error: unknown): error is NodeError {
  if (!isNodeError(error)) return false;
  const { code, data } = error;
  return code === NO_SUCH_METHOD || code === TOO_LONG || (code === RUNTIME_ERROR && isQuoted(data));
}

/** Whether the same may be asked again: the node is busy, behind, or does not answer. */
export function isPassing(error: unknown): boolean {
  if (isNodeError(error)) return !isNo(error);
  if (!(error instanceof ChainError)) return false;
  const { failure } = error;
  return failure.kind === 'node' ? failure.isPassing === true : ['lost', 'behind'].includes(failure.kind);
}

/** Nodes put the runtime's texts between quotation marks, and not their own. */
function isQuoted(data: unknown): boolean {
  return typeof data === 'string' && data.startsWith('"');
}

/** What a node answered, unless it does not know what it has told of. */
export function known<T>(answer: T | null | undefined): T {
  if (answer === null || answer === undefined) throw new ChainError({ kind: 'behind' });
  return answer;
}

/** Whether a node has thrown away what it was asked about: most keep the state of the last few hundred blocks. */
export function isDiscarded(error: unknown): boolean {
  return isNodeError(error) && /already discarded/i.test(`${error.message} ${wordsOf(error)}`);
}

/** Reads what a node has answered: what can't be read is neither its words nor the page's fault. */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ChainError ? error : new ChainError({ kind: 'garbled', text: errorOf(error).message });
  }
}

/** Makes an error of whatever was thrown. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The words that say what happened: a node's error message says only where. */
function wordsOf(error: unknown): string {
  const { data, message } = (error ?? {}) as { data?: unknown; message?: unknown };
  if (isNodeError(error) && typeof data === 'string' && data !== '') return unquoted(data);
  return typeof message === 'string' && message !== '' ? message : String(error);
}

/** Takes off the quotation marks that nodes put around the runtime's texts. */
function unquoted(text: string): string {
  try {
    const inner: unknown = JSON.parse(text);
    return typeof inner === 'string' ? inner : text;
  } catch {
    // The text had no quotation marks.
    return text;
  }
}
