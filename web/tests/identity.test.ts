import { expandMetadata, Metadata, TypeRegistry } from '@polkadot/types';
import substrate from '@polkadot/types-support/metadata/v15/substrate-hex';
import { describe, expect, it } from 'vitest';
import { identitiesOf } from '../src/chain/identity';
import type { ActorId } from '../src/chain/hex';

const [JUDGED, UNJUDGED, PART, NOBODY] = [1, 2, 3, 4].map(
  (byte): ActorId => `0x${byte.toString(16).padStart(2, '0').repeat(32)}`,
) as [ActorId, ActorId, ActorId, ActorId];

/** The types of a chain that keeps names; what is before them is how the metadata was asked for. */
function types(): TypeRegistry {
  const registry = new TypeRegistry();
  const metadata = new Metadata(registry, `0x${substrate.slice(substrate.indexOf('6d657461'))}`);
  registry.setMetadata(metadata);
  expect(expandMetadata(registry, metadata).query['identity']).toHaveProperty('identityOf');
  return registry;
}

function registration(name: string, judgement: string): object {
  return { judgements: [[0, judgement]], deposit: 0, info: { display: { Raw: name } } };
}

/** How a runtime stores them: later ones keep user names elsewhere. */
const FORMATS = {
  'with user names': ['Option<(PalletIdentityRegistration,Option<Bytes>)>', (stored: object) => [stored, null]],
  'by themselves': ['Option<PalletIdentityRegistration>', (stored: object) => stored],
} as const;

describe.each(Object.entries(FORMATS))('names on the chain, stored %s', (_, [type, wrap]) => {
  const registry = types();
  const registered = new Map<string, object>([
    [JUDGED, registration('  Ada\u202e ', 'Reasonable')],
    [UNJUDGED, registration('Ada', 'Unknown')],
    [NOBODY, registration('\u200b', 'KnownGood')],
  ]);
  const asked: number[] = [];
  const identity = {
    identityOf: {
      multi: (ids: { toString(): string }[]) => {
        asked.push(ids.length);
        const of = ids.map((id) => registry.createType('AccountId32', id.toString()).toHex());
        return Promise.resolve(
          of.map((id) => registry.createType(type, registered.has(id) ? wrap(registered.get(id) as object) : null)),
        );
      },
    },
    superOf: {
      multi: (ids: string[]) =>
        Promise.resolve(
          ids.map((id) =>
            registry.createType('Option<(AccountId32,Data)>', id === PART ? [JUDGED, { Raw: 'cold' }] : null),
          ),
        ),
    },
  };
  const api = { query: { identity } } as unknown as Parameters<typeof identitiesOf>[0];

  it('are told with whether anybody vouches for them', async () => {
    const found = await identitiesOf(api, [JUDGED, UNJUDGED, PART, NOBODY]);
    expect(found.get(JUDGED)).toEqual({ name: 'Ada', isVerified: true });
    expect(found.get(UNJUDGED)).toEqual({ name: 'Ada', isVerified: false });
    expect(found.get(PART)).toEqual({ name: 'Ada/cold', isVerified: true });
    expect(found.get(NOBODY)).toBeUndefined();
    expect(asked).toEqual([4, 1]);
  });
});

it('a chain without names has none', async () => {
  const api = { query: {} } as unknown as Parameters<typeof identitiesOf>[0];
  expect(await identitiesOf(api, [JUDGED])).toEqual(new Map());
});
