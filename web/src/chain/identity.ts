import type { GearApi } from '@gear-js/api';
import type { Data, Option } from '@polkadot/types';
import type { AccountId32, Registration } from '@polkadot/types/interfaces';
import type { Codec, ITuple } from '@polkadot/types/types';
import type { ActorId } from './hex';

/** What an account is called on the chain. */
export interface Identity {
  name: string;
  /** Whether a registrar of the chain vouches for it: anybody can say anything. */
  isVerified: boolean;
}

/** Registrations, which some runtimes store together with a user name. */
type Registered = Option<Registration> | Option<ITuple<[Registration, Codec]>>;
/** The account that this one is a part of, and what that one calls it. */
type Parent = Option<ITuple<[AccountId32, Data]>>;

/** The names that these accounts have on the chain, where it keeps any. */
export async function identitiesOf(
  { query }: Pick<GearApi, 'query'>,
  ids: readonly ActorId[],
): Promise<Map<ActorId, Identity>> {
  // Not each chain keeps names.
  const registry: Partial<GearApi['query'][string]> = (query as Partial<GearApi['query']>)['identity'] ?? {};
  const { identityOf, superOf } = registry;
  const found = new Map<ActorId, Identity>();
  if (!identityOf || !superOf || ids.length === 0) return found;
  const [own, parents] = await Promise.all([identityOf.multi<Registered>([...ids]), superOf.multi<Parent>([...ids])]);
  const parts = ids.flatMap((id, index) => {
    const identity = own[index] && identityIn(own[index]);
    if (identity) found.set(id, identity);
    const parent = parents[index];
    return identity || !parent?.isSome ? [] : [{ id, of: parent.unwrap()[0], name: nameIn(parent.unwrap()[1]) }];
  });
  if (parts.length === 0) return found;
  const wholes = await identityOf.multi<Registered>(parts.map(({ of }) => of));
  parts.forEach(({ id, name }, index) => {
    const whole = wholes[index] && identityIn(wholes[index]);
    // Nobody vouches for the parts: the whole names them, and asks neither them nor a registrar.
    if (whole && name) found.set(id, { name: `${whole.name}/${name}`, isVerified: false });
  });
  return found;
}

function identityIn(stored: Registered): Identity | null {
  if (!stored.isSome) return null;
  const value = stored.unwrap();
  const { info, judgements } = Array.isArray(value) ? value[0] : value;
  const name = nameIn(info.display);
  if (!name) return null;
  const isGood = judgements.some(([, judgement]) => judgement.isReasonable || judgement.isKnownGood);
  const isBad = judgements.some(([, judgement]) => judgement.isErroneous || judgement.isLowQuality);
  return { name, isVerified: isGood && !isBad };
}

/** What nobody sees, or what turns the text around it. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** More marks on one letter than any language has. */
const HEAPED = /(\p{M}{2})\p{M}+/gu;

/** A name as it can be shown: what looks the same is the same. */
function nameIn(data: Data): string {
  if (!data.isRaw) return '';
  const text = new TextDecoder().decode(data.asRaw.toU8a(true)).normalize('NFKC');
  return text.replace(INVISIBLE, '').replace(HEAPED, '$1').replace(/\s+/gu, ' ').trim();
}
