import type { ActorId } from '../lib/hex';
import { Store } from '../lib/store';
import { lasting, tryToKeep } from '../lib/storage';

const PREFIX = 'rpsls/names/';
/** How many digits of an account's id tell one table's guests apart. */
const DIGITS = 8;
/** Names in a link are a host's word, so their number and length are limited. */
const [MOST_NAMES, LONGEST] = [20, 24];

/** A host's names for the guests of a table, by the first digits of their ids. */
export type Names = ReadonlyMap<string, string>;

/** Turns a text into a name that may stand in a link. */
export function nameFrom(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf},;]/gu, '')
    .trim()
    .slice(0, LONGEST);
}

/** The names in the form that a link carries. */
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

/** Signals that names came with a link. */
export const namesKept = new Store(0);

/** Stores the names that a guest's link gives the others at its table, for the next visit. */
export function keepNames(program: ActorId, text: string): void {
  tryToKeep(lasting, PREFIX + program, text);
  namesKept.update((count) => count + 1);
}

/** The names of guests at this table, if this browser came by a guest's link. */
export function namesAt(program: ActorId): Names {
  return readNames(lasting.getItem(PREFIX + program) ?? '');
}

function digitsOf(id: ActorId): string {
  return id.slice(2, 2 + DIGITS);
}
