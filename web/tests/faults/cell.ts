import { SUBMIT, type Request, type Rules, type Verdict } from '../../e2e/wire';
import type { Blocks } from './blocks';

/** How far a game has come. The client for terminals has the same steps and faults. */
export const STEPS = ['Offer', 'Seat', 'Waiting', 'Reveal', 'Result'] as const;
export type Step = (typeof STEPS)[number];

export const FAULTS = [
  /** One request is never answered. */
  'Silent',
  /** One answer comes 30 s of the chain's time later. */
  'Late',
  /** One answer is an error. */
  'Error',
  /** All answers are errors for 30 s of the chain's time. */
  'Busy',
  /** The connection ends once the node has the request. */
  'Closed',
  /** For 30 s of the chain's time, the node that answers is ten blocks behind. */
  'Behind',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Cell {
  method: string;
  fault: Fault;
  step: Step;
}

/** As `FAULT` names it. */
export function nameOf({ method, fault, step }: Cell): string {
  return `${method}/${fault}/${step}`;
}

/** How many blocks the faults are there that last, and by how many a late answer is late. */
const A_WHILE = 10;
/** By how many blocks a node is behind that is behind. */
const BEHIND = 10;

/** Where each method takes the block that it asks about, if it takes one. */
const BLOCK_PARAMETER: Record<string, number> = {
  chain_getBlock: 0,
  chain_getHeader: 0,
  gear_calculateReplyForHandle: 5,
  gear_readMetahash: 1,
  gear_readState: 2,
  state_getKeysPaged: 3,
  state_getMetadata: 0,
  state_getRuntimeVersion: 0,
  state_getStorage: 1,
  state_getStorageHash: 1,
  state_queryStorageAt: 1,
};
const NONCE = 'system_accountNextIndex';
const NO_BLOCK = `0x${'de'.repeat(32)}`;

/** Whether it makes a difference to this request if the node is behind. */
export function canBeBehind(method: string): boolean {
  return ['chain_getBlockHash', 'chain_getFinalizedHead', NONCE, SUBMIT].includes(method) || method in BLOCK_PARAMETER;
}

/** The node as the page meets it: with these faults, each once. */
export class Trial implements Rules {
  step: Step = 'Offer';
  /** The requests of each step. */
  readonly asked = new Set<string>();
  private readonly plan: { cell: Cell; since: number | null }[];

  constructor(
    private readonly blocks: Blocks,
    cells: readonly Cell[],
  ) {
    this.plan = cells.map((cell) => ({ cell, since: null }));
  }

  /** The faults that did not come. */
  get missing(): string[] {
    return this.plan.filter(({ since }) => since === null).map(({ cell }) => nameOf(cell));
  }

  /** Whether a fault of this step or an earlier one has still to come. */
  waitsAt(step: Step): boolean {
    return this.plan.some(({ cell, since }) => since === null && STEPS.indexOf(cell.step) <= STEPS.indexOf(step));
  }

  judge({ method, params }: Request): Verdict {
    this.asked.add(`${this.step}/${method}`);
    const now = this.blocks.best;
    for (const planned of this.plan) {
      const { cell, since } = planned;
      if (cell.method !== method) continue;
      const lasts = cell.fault === 'Busy' || cell.fault === 'Behind';
      const isDue = since === null ? cell.step === this.step : lasts && now <= since + A_WHILE;
      const verdict = isDue ? this.verdict(cell.fault, method, params) : null;
      if (!verdict) continue;
      planned.since ??= now;
      return verdict;
    }
    return 'pass';
  }

  private verdict(fault: Fault, method: string, params: unknown[]): Verdict | null {
    switch (fault) {
      case 'Silent':
        return 'ignore';
      case 'Late':
        return { after: A_WHILE * this.blocks.time };
      case 'Error':
        return { error: { code: -32_603, message: 'Internal error' } };
      case 'Busy':
        return { error: { code: -32_000, message: 'Server is busy' } };
      case 'Closed':
        return 'askAndClose';
      case 'Behind':
        return this.behind(method, params);
    }
  }

  /** What a node answers that is behind. Null if it is what all answer. */
  private behind(method: string, params: unknown[]): Verdict | null {
    const { blocks } = this;
    const known = blocks.best - BEHIND;
    const at = BLOCK_PARAMETER[method];
    if (method === SUBMIT) {
      // The block in view of which it is signed is not there yet.
      const data = '"Transaction has a bad signature"';
      return { error: { code: 1010, message: 'Invalid Transaction', data } };
    }
    // It does not know the account's last message.
    if (method === NONCE) return { change: (nonce) => Math.max(0, Number(nonce) - 1) };
    if (method === 'chain_getFinalizedHead') return { result: blocks.hash(known - 2) };
    if (method === 'chain_getBlockHash') {
      const [number] = params;
      if (number === undefined || number === null) return { result: blocks.hash(known) };
      const hashOf = (hash: unknown, asked: unknown): unknown => (Number(asked) > known ? null : hash);
      return {
        change: (told) =>
          Array.isArray(number) ? (told as unknown[]).map((hash, i) => hashOf(hash, number[i])) : hashOf(told, number),
      };
    }
    if (at === undefined) return null;
    const asked = params[at];
    const number = typeof asked === 'string' ? blocks.number(asked) : undefined;
    if (typeof asked === 'string' && (number === undefined || number <= known)) return null;
    const changed = Array.from({ length: Math.max(params.length, at + 1) }, (_, index) => params[index] ?? null);
    changed[at] = typeof asked === 'string' ? NO_BLOCK : (blocks.hash(known) ?? null);
    return { params: changed };
  }
}
