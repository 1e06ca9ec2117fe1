import type { ActorId } from '../chain/hex';
import { Store } from '../lib/store';
import { lasting, tryToKeep } from '../lib/storage';

const PREFIX = 'rpsls/names/';
/** Of an account's id so many digits tell the guests of one table apart. */
const DIGITS = 8;
/** Names in a link are a host's word: no more than it takes. */
const [MOST_NAMES, LONGEST] = [20, 24];

/** What a host calls the guests of a table, by the first digits of their ids. */
export type Names = ReadonlyMap<string, string>;

/** A name as it may stand in a link. */
export function nameFrom(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf},;]/gu, '')
    .trim()
    .slice(0, LONGEST);
}

/** The names as a link carries them. */
export function writeNames(names: Iterable<readonly [ActorId, string]>): string {
  return [...names].map(([id, name]) => `${digitsOf(id)}.${nameFrom(name)}`).join(',');
}

export function readNames(text: string): Names {
  const entries = text.split(',').slice(0, MOST_NAMES);
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      const [, digits, name = ''] = /^([0-9a-f]{8})\.(.*)$/u.exec(entry) ?? [];
      return digits && nameFrom(name) !== '' ? [[digits, nameFrom(name)]] : [];
    }),
  );
}

export function nameIn(names: Names, id: ActorId): string | undefined {
  return names.get(digitsOf(id));
}

/** Says that names have come by a link. */
export const namesKept = new Store(0);

/** Keeps what a guest's link calls the others at its table, for the next visit. */
export function keepNames(program: ActorId, text: string): void {
  tryToKeep(lasting, PREFIX + program, text);
  namesKept.update((count) => count + 1);
}

/** What guests are called at this table, if this browser came by a guest's link. */
export function namesAt(program: ActorId): Names {
  return readNames(lasting.getItem(PREFIX + program) ?? '');
}

function digitsOf(id: ActorId): string {
  return id.slice(2, 2 + DIGITS);
}
