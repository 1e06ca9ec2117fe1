/** Why something did not happen, where it was not the program that refused. */
export type Failure =
  /** The person said no in the wallet. */
  | { kind: 'rejected' }
  /** The wallet did not sign, and not because the person said no. */
  | { kind: 'wallet'; text: string }
  /** The wallet can't sign several calls at once. */
  | { kind: 'noBatch'; text: string }
  /** The account can't pay; what of it is for preparing the program's code again, after an upgrade of the chain. */
  | { kind: 'funds'; has: bigint; needs: bigint; extra?: bigint }
  /** The connection went away; whether the message came through is open. */
  | { kind: 'lost' }
  /** The chain has another runtime than what was signed for. */
  | { kind: 'upgraded' }
  /** The wallet holds this account for another chain. */
  | { kind: 'otherChain' }
  /** The program failed, so the chain has undone the message. */
  | { kind: 'trapped'; text: string }
  /** The node reads no states any more, and the program answers no queries. */
  | { kind: 'unreadable'; text: string }
  /** The program has not replied in time. */
  | { kind: 'silent' }
  /** The browser does not keep what has to be kept before anything is signed. */
  | { kind: 'storage'; text: string }
  /** Anything else that the node said. */
  | { kind: 'node'; text: string };

export class ChainError extends Error {
  constructor(readonly failure: Failure) {
    super('text' in failure ? failure.text : failure.kind);
    this.name = 'ChainError';
  }
}

/** Does something, and waits for it until it is no longer wanted. */
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

/** Every wallet has its own words for "no", and a window that is closed is one. */
const REJECTED = /cancel|reject|denied|declined|closed|dismissed/i;
/** Every wallet has its own words, too, for a call that it does not know how to sign. */
const UNABLE = /batch|unsupported|not support|unknown call|call (index|data)|decode/i;
const UNPAID = /inability to pay|balance too low|InsufficientBalance|funds are unavailable/i;

/** What went wrong, in our words, from what the node said. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ChainError) return error.failure;
  const text = wordsOf(error);
  if (UNPAID.test(text)) return { kind: 'funds', has: 0n, needs: 0n };
  return { kind: 'node', text };
}

/** Whether there was nothing to pay a message with, be it a voucher or the sender. */
export function isUnpaid(failure: Failure): boolean {
  return failure.kind === 'funds' || (failure.kind === 'node' && failure.text.startsWith('gearVoucher.'));
}

/** Why a wallet did not sign. Nobody else can decline for the person. */
export function unsigned(error: unknown): ChainError {
  const text = wordsOf(error);
  return new ChainError(REJECTED.test(text) ? { kind: 'rejected' } : { kind: 'wallet', text });
}

/** Why something that several calls are in was not done: they may be more than the wallet can sign. */
export function unbatched(error: unknown): unknown {
  const failure = failureOf(error);
  if (failure.kind !== 'wallet' || !UNABLE.test(failure.text)) return error;
  return new ChainError({ kind: 'noBatch', text: failure.text });
}

/** The code by which a node says that it does not know a request. */
export const NO_SUCH_METHOD = -32_601;

/** What a node answers to a request that it can't serve. */
export function isNodeError(error: unknown): error is Error & { code: number } {
  return error instanceof Error && typeof (error as { code?: unknown }).code === 'number';
}

/** Whether a node has thrown away what it is asked about: most keep the last few hundred blocks' state. */
export function isDiscarded(error: unknown): boolean {
  return isNodeError(error) && /already discarded/i.test(`${error.message} ${wordsOf(error)}`);
}

/** What was thrown, as an error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The words that say what happened: a node's title says only where. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { data } = error as { data?: unknown };
  return typeof data === 'string' && data !== '' ? unquoted(data) : error.message;
}

/** Nodes put texts of the runtime into quotation marks once more. */
function unquoted(text: string): string {
  try {
    const inner: unknown = JSON.parse(text);
    return typeof inner === 'string' ? inner : text;
  } catch {
    // It is a text as it stands.
    return text;
  }
}
