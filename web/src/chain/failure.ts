/** Why something failed for another reason than the program's refusal. */
export type Failure =
  /** The person said no in the wallet. */
  | { kind: 'rejected' }
  /** The wallet did not sign, for another reason than the person's "no". */
  | { kind: 'wallet'; text: string }
  /** The wallet can't sign several calls at once. */
  | { kind: 'noBatch'; text: string }
  /**
   * The account can't pay. `extra` is the part for preparing the program's code again after an
   * upgrade of the chain.
   */
  | { kind: 'funds'; has: bigint; needs: bigint; extra?: bigint }
  /** The connection went away. Whether the message came through is open. */
  | { kind: 'lost' }
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
  /** Anything else that the node said. `isRefused`: the chain has certainly not done what was asked. */
  | { kind: 'node'; text: string; isRefused?: true };

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

/** Every wallet has its own words for "no", and a closed window means no. */
const REJECTED = /cancel|reject|denied|declined|closed|dismissed/i;
/** Every wallet has its own words, too, for a call that it can't sign. */
const UNABLE = /batch|unsupported|not support|unknown call|call (index|data)|decode/i;
const UNPAID = /inability to pay|balance too low|InsufficientBalance|funds are unavailable/i;

/** Translates what the node said into a failure. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ChainError) return error.failure;
  const text = wordsOf(error);
  if (UNPAID.test(text)) return { kind: 'funds', has: 0n, needs: 0n };
  return { kind: 'node', text };
}

/** Whether the chain may have done what was asked all the same. */
export function isOpen(failure: Failure): boolean {
  const { kind } = failure;
  return kind === 'lost' || kind === 'silent' || (kind === 'node' && !failure.isRefused);
}

/** Whether neither a voucher nor the sender could pay for a message. */
export function isUnpaid(failure: Failure): boolean {
  return failure.kind === 'funds' || (failure.kind === 'node' && failure.text.startsWith('gearVoucher.'));
}

/** Why a wallet did not sign. Only the person can decline. */
export function unsigned(error: unknown): ChainError {
  const text = wordsOf(error);
  return new ChainError(REJECTED.test(text) ? { kind: 'rejected' } : { kind: 'wallet', text });
}

/** Why an extrinsic of several calls was not signed: the wallet may not be able to sign that many. */
export function unbatched(error: unknown): unknown {
  const failure = failureOf(error);
  if (failure.kind !== 'wallet' || !UNABLE.test(failure.text)) return error;
  return new ChainError({ kind: 'noBatch', text: failure.text });
}

/** The code by which a node says that it does not know a method. */
export const NO_SUCH_METHOD = -32_601;

/** Whether a node says that it can't serve a request. */
export function isNodeError(error: unknown): error is Error & { code: number } {
  return error instanceof Error && typeof (error as { code?: unknown }).code === 'number';
}

/** Whether a node has thrown away what it was asked about: most keep the state of the last few hundred blocks. */
export function isDiscarded(error: unknown): boolean {
  return isNodeError(error) && /already discarded/i.test(`${error.message} ${wordsOf(error)}`);
}

/** Makes an error of whatever was thrown. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The words that say what happened: a node's error message says only where. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { data } = error as { data?: unknown };
  return typeof data === 'string' && data !== '' ? unquoted(data) : error.message;
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
