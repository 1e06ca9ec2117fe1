import { hexToU8a } from '../lib/bytes';
import type { Api } from './api';
import type { ActorId, Hex } from '../lib/hex';

/** An account's name on the chain. */
export interface Identity {
  name: string;
  /** Whether a registrar of the chain vouches for the name. Without one, anybody can claim any name. */
  isVerified: boolean;
}

/** A text on the chain: nothing, bytes tagged with their count, or a hash of something. */
type Data = string | Record<string, Hex | null>;

interface Registration {
  judgements: [registrar: number, judgement: string | Record<string, unknown>][];
  info: { display: Data };
}

/** A registration, which some runtimes store together with a user name. */
type Registered = Registration | [Registration, unknown] | null;
/** The account that this one is a part of, and that account's name for it. */
type Parent = [ActorId, Data] | null;

/** The names of these accounts on the chain, if it keeps any. */
export async function identitiesOf(
  api: Pick<Api, 'runtime' | 'readAll'>,
  ids: readonly ActorId[],
): Promise<Map<ActorId, Identity>> {
  const found = new Map<ActorId, Identity>();
  // Some chains keep no names.
  const isKept = ['IdentityOf', 'SuperOf'].every((item) => api.runtime.has('Identity', item));
  if (!isKept || ids.length === 0) return found;
  const all = (item: string, of: readonly ActorId[]): Promise<unknown[]> =>
    api.readAll(of.map((id) => ['Identity', item, id]));
  const [own, parents] = (await Promise.all([all('IdentityOf', ids), all('SuperOf', ids)])) as [Registered[], Parent[]];
  const parts = ids.flatMap((id, index) => {
    const identity = identityIn(own[index] ?? null);
    if (identity) found.set(id, identity);
    const parent = parents[index];
    return identity || !parent ? [] : [{ id, of: parent[0], name: nameIn(parent[1]) }];
  });
  const wholes = (await all(
    'IdentityOf',
    parts.map(({ of }) => of),
  )) as Registered[];
  parts.forEach(({ id, name }, index) => {
    const whole = identityIn(wholes[index] ?? null);
    // Nobody vouches for the parts: the whole account names them without asking them or a registrar.
    if (whole && name) found.set(id, { name: `${whole.name}/${name}`, isVerified: false });
  });
  return found;
}

function identityIn(stored: Registered): Identity | null {
  if (!stored) return null;
  const { info, judgements } = Array.isArray(stored) ? stored[0] : stored;
  const name = nameIn(info.display);
  if (!name) return null;
  const judged = judgements.map(([, judgement]) =>
    typeof judgement === 'string' ? judgement : Object.keys(judgement)[0],
  );
  const is = (...names: string[]): boolean => judged.some((judgement) => names.includes(judgement ?? ''));
  return { name, isVerified: is('Reasonable', 'KnownGood') && !is('Erroneous', 'LowQuality') };
}

/** Characters that are invisible, or that turn the text around them. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** More marks on one letter than any language has. */
const HEAPED = /(\p{M}{2})\p{M}+/gu;

/** A name in a form that can be shown: names that look the same become the same. */
function nameIn(data: Data): string {
  const [kind = '', bytes] = typeof data === 'string' ? [] : (Object.entries(data)[0] ?? []);
  if (!/^Raw\d+$/.test(kind)) return '';
  const text = new TextDecoder().decode(hexToU8a(bytes)).normalize('NFKC');
  return text.replace(INVISIBLE, '').replace(HEAPED, '$1').replace(/\s+/gu, ' ').trim();
}
