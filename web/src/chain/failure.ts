/** Why something did not happen, where it was not the program that refused. */
export type Failure =
  /** The person said no in the wallet. */
  | { kind: 'rejected' }
  /** The account can't pay. */
  | { kind: 'funds'; has: bigint; needs: bigint }
  /** The connection went away; whether the message came through is open. */
  | { kind: 'lost' }
  /** The wallet holds this account for another chain. */
  | { kind: 'otherChain' }
  /** The program failed, so the chain has undone the message. */
  | { kind: 'trapped'; text: string }
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

/** Every wallet has its own words for "no". */
const REJECTED = /cancel|reject|denied|declined/i;
const UNPAID = /inability to pay|balance too low|InsufficientBalance|funds are unavailable/i;
const LOST = /disconnected|not connected|no response received|websocket is|connection dropped/i;

/** What went wrong, in our words, from what a library threw. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ChainError) return error.failure;
  const text = error instanceof Error ? error.message : String(error);
  if (REJECTED.test(text)) return { kind: 'rejected' };
  if (LOST.test(text)) return { kind: 'lost' };
  if (UNPAID.test(text)) return { kind: 'funds', has: 0n, needs: 0n };
  return { kind: 'node', text };
}
