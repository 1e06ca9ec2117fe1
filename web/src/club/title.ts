import { club } from '../generated/facts.json';

/** Characters that show nothing, or change how others are shown. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Joins several emoji into one, as people write them. */
const JOINER = '\u200d';
/** The longest title that a club takes, in bytes. */
export const MAX_TITLE = club.title;

/** A title that is safe to show, whatever a node answers: invisible characters are spelled out. */
export function harmless(title: string): string {
  const characters = Array.from(title).slice(0, MAX_TITLE).join('');
  const isBlank = characters.replace(UNSEEN, '').trim() === '';
  return characters.replace(UNSEEN, (unseen) => (unseen === JOINER && !isBlank ? unseen : writtenOut(unseen)));
}

function writtenOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

export type TitleProblem = 'titleTooLong' | 'badTitle';

/** Characters that a club refuses. */
const REFUSED = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** The problem with a title, by the program's own rules. */
export function titleProblem(title: string): TitleProblem | null {
  if (new TextEncoder().encode(title).length > MAX_TITLE) return 'titleTooLong';
  return REFUSED.test(title) ? 'badTitle' : null;
}
