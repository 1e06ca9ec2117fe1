import type { ActorId, Hex } from '../lib/hex';
import { Entries, idsIn, isRecord } from './entries';
import { moveOfOpening } from './moves';
import { boundCommitmentOf, commitmentOf, passwordOf } from './opening';
import { isTooLong } from './password';

const VERSION = 1;
const PREFIX = 'rpsls/secret/';

/** One player at one table. */
export interface Seat {
  /** The hash of the chain's genesis block. */
  genesis: Hex;
  program: ActorId;
  account: ActorId;
}

/** An opening, and what it belongs to. */
export interface Secret extends Seat {
  /** The game's number at its table, from 0. */
  game: number;
  /** The round, from 1. */
  round: number;
  /** The move's digit and the password. */
  opening: string;
}

export type ImportProblem = 'notSecrets' | 'otherVersion';

/** A file that can't be imported. The error repeats nothing from the file. */
export class ImportError extends Error {
  constructor(readonly problem: ImportProblem) {
    super(problem);
    this.name = 'ImportError';
  }
}

/**
 * Openings in the browser's storage. Without them a bet is lost.
 *
 * The commitment is part of an opening's key, so that a second try in the same round never
 * overwrites an opening that the first try may have committed to.
 */
export class Secrets extends Entries<Secret> {
  constructor(storage: Storage) {
    super(storage, { prefix: PREFIX, keyOf, ordered, read: secretOf });
  }

  /** All openings, by table, player, game and round. */
  override all(): Secret[] {
    return super.all().sort((a, b) => seatKey(a).localeCompare(seatKey(b)) || a.game - b.game || a.round - b.round);
  }

  of(seat: Seat): Secret[] {
    return this.all().filter((secret) => seatKey(secret) === seatKey(seat));
  }

  /** Deletes a player's openings of the finished games before `game`, and returns them. */
  forgetBefore(seat: Seat, game: number): Secret[] {
    const over = this.of(seat).filter((secret) => secret.game < game);
    for (const secret of over) this.storage.removeItem(keyOf(secret));
    return over;
  }

  /**
   * Writes openings into a file's text.
   *
   * @param rest the rest of the file, which readers of openings ignore
   */
  export(secrets = this.all(), rest: object = {}): string {
    return `${JSON.stringify({ version: VERSION, entries: secrets.map(ordered), ...rest }, null, 2)}\n`;
  }

  /**
   * Stores the openings in a file, and returns how many they are, and how many more can't be read: a bet may depend on
   * one beside them.
   *
   * @throws ImportError
   */
  import(text: string): { count: number; unread: number } {
    const entries = entriesIn(text);
    const secrets = entries.flatMap((entry) => foreign(entry) ?? []);
    const added = secrets.filter((secret) => this.storage.getItem(keyOf(secret)) === null);
    try {
      for (const secret of secrets) this.keep(secret);
    } catch (error) {
      // Half a file would take up the room of later moves.
      for (const secret of added) this.storage.removeItem(keyOf(secret));
      throw error;
    }
    return { count: secrets.length, unread: entries.length - secrets.length };
  }
}

/** What the page knows of the opening of a player's commitment. */
export type Opening =
  /** There is no commitment to open. */
  | { kind: 'none' }
  | { kind: 'here'; secret: Secret }
  /** The page looked for it and does not have it. Without it the bet is lost. */
  | { kind: 'absent' }
  /** The page can't tell whose it is, so it can't look for it. */
  | { kind: 'unknown' };

export function openingAmong(secrets: readonly Secret[], seat: Seat | null, commitment: Hex | undefined): Opening {
  if (commitment === undefined) return { kind: 'none' };
  if (!seat) return { kind: 'unknown' };
  const own = secrets.filter((secret) => seatKey(secret) === seatKey(seat));
  const secret = own.flatMap(spellings).find((secret) => opens(secret, commitment));
  return secret ? { kind: 'here', secret } : { kind: 'absent' };
}

/**
 * An opening as it is, and with its letters in one piece or in two: a file that was carried about may have come in
 * the other form. Only the one that was sealed opens the commitment.
 */
function spellings(secret: Secret): Secret[] {
  const { opening } = secret;
  const forms = new Set([opening, opening.normalize('NFC'), opening.normalize('NFD')]);
  return [...forms].map((form) => (form === opening ? secret : { ...secret, opening: form }));
}

/** Whether this opening opens a commitment, of either kind. */
function opens({ program, account, opening }: Secret, commitment: Hex): boolean {
  return commitment === boundCommitmentOf(program, account, opening) || commitment === commitmentOf(opening);
}

export function seatKey({ genesis, program, account }: Seat): string {
  return `${genesis}/${program}/${account}`;
}

function keyOf(secret: Secret): string {
  const { game, round, opening } = secret;
  return `${PREFIX}${seatKey(secret)}/${game}/${round}/${commitmentOf(opening)}`;
}

/** The fields in the file format's order. */
function ordered({ genesis, program, account, game, round, opening }: Secret): Secret {
  return { genesis, program, account, game, round, opening };
}

function entriesIn(text: string): unknown[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    // The parser's message would quote the file.
    throw new ImportError('notSecrets');
  }
  if (!isRecord(file) || !Array.isArray(file['entries'])) throw new ImportError('notSecrets');
  if (file['version'] !== VERSION) throw new ImportError('otherVersion');
  return file['entries'];
}

/** An opening that comes from elsewhere. Only these may be too long: a bet may depend on one that is stored already. */
function foreign(entry: unknown): Secret | null {
  const secret = isRecord(entry) ? secretOf(entry) : null;
  return secret && !isTooLong(passwordOf(secret.opening)) ? secret : null;
}

function secretOf(entry: Record<string, unknown>): Secret | null {
  const { game, round, opening } = entry;
  const [genesis, program, account] = idsIn(entry, 'genesis', 'program', 'account');
  if (!genesis || !program || !account || !isCount(game) || !isCount(round)) return null;
  if (typeof opening !== 'string' || moveOfOpening(opening) === null) return null;
  return { genesis, program, account, game, round, opening };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
