import { parseActorId } from '../lib/hex';
import { Store } from '../lib/store';

/**
 * What became of a link on its way: it was encoded once more than it should be, and is repaired; or the part that
 * only this browser should know went to the page's host, whose log may have it; or its end is missing.
 */
export type Damage = 'encoded' | 'logged' | 'cut';

/** What has happened to the link that the visitor came by. */
export const damage = new Store<Damage | null>(null);

const HASH = /%23|#/i;
/** What people and programs write behind links, in any script: brackets, quotes, the end of a sentence. */
const BEHIND = /(?:[)\]>}.,;:!"']|(?=[^ -~])[\p{P}\p{Z}\p{Cf}]|%20|\s)+$/u;
/** A letter that is none of ASCII, as a browser writes it in an address. */
const LETTER = /%[c-f][\da-f](?:%[89ab][\da-f])+$/i;

/** The part of a link from the `#` on as it was meant. Null if it has none. */
export function meantIn(link: string): string | null {
  const at = HASH.exec(link);
  if (!at) return null;
  let rest = link.slice(at.index + at[0].length).replace(/&amp;/g, '&');
  // A gateway encodes what it does not expect: slashes, and what is before and between the parameters.
  if (!rest.startsWith('/') || (/%3f/i.test(rest) && !rest.includes('?'))) rest = decoded(rest);
  return `#${bare(rest)}`;
}

/** A link without what is written behind it. */
function bare(link: string): string {
  const short = link.replace(BEHIND, '');
  const [letter = ''] = LETTER.exec(short) ?? [];
  // A guest's name may end with anything.
  if (!BEHIND.test(decoded(letter)) || /[?&]names=/.test(short)) return short;
  return bare(short.slice(0, -letter.length));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // It is not encoded as a whole.
    return text;
  }
}

/** The link in a text that somebody has pasted, also in the wrapper of a mail gateway. Null if there is none. */
export function linkIn(text: string): string | null {
  const trimmed = text.trim();
  const wrapped = URL.canParse(trimmed) ? [...new URL(trimmed).searchParams.values()] : [];
  const found = [...wrapped, trimmed].map((each) => meantIn(each)).find((each) => each?.startsWith('#/'));
  return found ?? null;
}

/** Whether the end of a link is missing: an id or a guest's key has fewer digits than it should. */
export function isCut(hash: string): boolean {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [screen, ids] = path.split('/').filter(Boolean);
  const guests = new URLSearchParams(query).get('guest');
  const isShort = (list: string): boolean => list.split(',').some((id) => parseActorId(id) === null);
  const isTable = screen === 'table' || screen === 'club' || screen === 'tic-tac-toe';
  return (
    (isTable && ids !== undefined && /^0x[0-9a-f,x]*$/i.test(ids) && isShort(ids)) ||
    (guests !== null && isShort(guests))
  );
}

/**
 * Puts the address right, and notes what was wrong with it.
 *
 * @param before where the visitor comes from: the page's own “not found” sends them on from an encoded `#`
 */
export function repairAddress(before = document.referrer): void {
  const { href, hash, origin } = location;
  const meant = meantIn(href);
  const wasSent = hash === '' || (before.startsWith(origin) && /%23/i.test(before));
  if (meant !== null && meant !== hash) {
    const folder = href.split(HASH, 1)[0] ?? href;
    history.replaceState(null, '', folder + meant);
  }
  if (isCut(location.hash)) damage.set('cut');
  else if (wasSent && meant !== null) damage.set(/[?&]guest=/.test(meant) ? 'logged' : 'encoded');
  else if (meant !== null && meant !== hash) damage.set('encoded');
}
