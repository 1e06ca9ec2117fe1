import type { ActorId, Hex } from '../chain/hex';
import { Entries, idsIn, isRecord } from './entries';
import { moveOfOpening } from './moves';
import { boundCommitmentOf, commitmentOf, passwordOf } from './opening';
import { isTooLong } from './password';

const VERSION = 1;
const PREFIX = 'rpsls/secret/';

/** One player at one table. */
export interface Seat {
  /** The chain, by its genesis block's hash. */
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

export type ImportProblem = 'notSecrets' | 'otherVersion' | 'noMove' | 'tooLong';

/** A file that can't be imported. It repeats nothing that is in the file. */
export class ImportError extends Error {
  constructor(readonly problem: ImportProblem) {
    super(problem);
    this.name = 'ImportError';
  }
}

/**
 * Openings in the browser's storage: what a bet is lost without.
 *
 * The commitment is part of an opening's key, so that a second try in the same
 * round never overwrites what the first may have committed to.
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

  /** Forgets a player's openings of the games before `game`, which are over, and returns them. */
  forgetBefore(seat: Seat, game: number): Secret[] {
    const over = this.of(seat).filter((secret) => secret.game < game);
    for (const secret of over) this.storage.removeItem(keyOf(secret));
    return over;
  }

  /**
   * Openings as a file's text.
   *
   * @param rest what else is in the file, and is none of an opening's readers' business
   */
  export(secrets = this.all(), rest: object = {}): string {
    return `${JSON.stringify({ version: VERSION, entries: secrets.map(ordered), ...rest }, null, 2)}\n`;
  }

  /**
   * Keeps what is in a file; returns how many openings.
   *
   * @throws ImportError
   */
  import(text: string): number {
    const secrets = parse(text);
    const added = secrets.filter((secret) => this.storage.getItem(keyOf(secret)) === null);
    try {
      for (const secret of secrets) this.keep(secret);
    } catch (error) {
      // Half a file would take the room of moves to come.
      for (const secret of added) this.storage.removeItem(keyOf(secret));
      throw error;
    }
    return secrets.length;
  }
}

/** What is known of the opening of a player's commitment. */
export type Opening =
  /** Nothing is committed that would have one. */
  | { kind: 'none' }
  | { kind: 'here'; secret: Secret }
  /** It was looked for, and is not kept here: without it the bet is lost. */
  | { kind: 'absent' }
  /** Whose it is can't be told, so it can't be looked for. */
  | { kind: 'unknown' };

export function openingAmong(secrets: readonly Secret[], seat: Seat | null, commitment: Hex | undefined): Opening {
  if (commitment === undefined) return { kind: 'none' };
  if (!seat) return { kind: 'unknown' };
  const own = secrets.filter((secret) => seatKey(secret) === seatKey(seat));
  const secret = own.find((secret) => opens(secret, commitment));
  return secret ? { kind: 'here', secret } : { kind: 'absent' };
}

/** Whether a commitment, of either kind, is to this opening. */
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

function parse(text: string): Secret[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    // The parser's own words quote the file.
    throw new ImportError('notSecrets');
  }
  if (!isRecord(file) || !Array.isArray(file['entries'])) throw new ImportError('notSecrets');
  if (file['version'] !== VERSION) throw new ImportError('otherVersion');
  const secrets = file['entries'].map(secretOf);
  // Only what comes from elsewhere: a bet may hang on what is kept here already.
  if (secrets.some(({ opening }) => isTooLong(passwordOf(opening)))) throw new ImportError('tooLong');
  return secrets;
}

function secretOf(entry: unknown): Secret {
  if (!isRecord(entry)) throw new ImportError('notSecrets');
  const { game, round, opening } = entry;
  const [genesis, program, account] = idsIn(entry, 'genesis', 'program', 'account');
  if (!genesis || !program || !account || !isCount(game) || !isCount(round)) {
    throw new ImportError('notSecrets');
  }
  if (typeof opening !== 'string') throw new ImportError('notSecrets');
  if (moveOfOpening(opening) === null) throw new ImportError('noMove');
  return { genesis, program, account, game, round, opening };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
