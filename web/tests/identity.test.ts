import { expandMetadata, Metadata, TypeRegistry } from '@polkadot/types';
import substrate from '@polkadot/types-support/metadata/v15/substrate-hex';
import { describe, expect, it } from 'vitest';
import { identitiesOf } from '../src/chain/identity';
import type { ActorId } from '../src/chain/hex';

const [JUDGED, UNJUDGED, PART, NOBODY, DOUBTED, BROKEN, NAMELESS] = [1, 2, 3, 4, 5, 6, 7].map(
  (byte): ActorId => `0x${byte.toString(16).padStart(2, '0').repeat(32)}`,
) as [ActorId, ActorId, ActorId, ActorId, ActorId, ActorId, ActorId];

/** The types of a chain that keeps names; what is before them is how the metadata was asked for. */
function types(): TypeRegistry {
  const registry = new TypeRegistry();
  const metadata = new Metadata(registry, `0x${substrate.slice(substrate.indexOf('6d657461'))}`);
  registry.setMetadata(metadata);
  expect(expandMetadata(registry, metadata).query['identity']).toHaveProperty('identityOf');
  return registry;
}

function registration(name: string, ...judgements: string[]): object {
  return {
    judgements: judgements.map((judgement, index) => [index, judgement]),
    deposit: 0,
    info: { display: { Raw: name } },
  };
}

/** How a runtime stores them: later ones keep user names elsewhere. */
const FORMATS = {
  'with user names': ['Option<(PalletIdentityRegistration,Option<Bytes>)>', (stored: object) => [stored, null]],
  'by themselves': ['Option<PalletIdentityRegistration>', (stored: object) => stored],
} as const;

describe.each(Object.entries(FORMATS))('names on the chain, stored %s', (_, [type, wrap]) => {
  const registry = types();
  const registered = new Map<string, object>([
    [JUDGED, registration('  Ada\u202e\u3164 ', 'Reasonable')],
    [UNJUDGED, registration('Ada', 'Unknown')],
    [NOBODY, registration('\u200b\u3164', 'KnownGood')],
    [DOUBTED, registration('Eve', 'Reasonable', 'Erroneous')],
    // No text at all.
    [BROKEN, registration('0xff41', 'Reasonable')],
  ]);
  const parts = new Map<string, object>([
    [PART, [JUDGED, { Raw: 'cold' }]],
    [NAMELESS, [JUDGED, { Raw: '\u200b' }]],
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
        Promise.resolve(ids.map((id) => registry.createType('Option<(AccountId32,Data)>', parts.get(id) ?? null))),
    },
  };
  const api = { query: { identity } } as unknown as Parameters<typeof identitiesOf>[0];

  it('are told with whether anybody vouches for them', async () => {
    const found = await identitiesOf(api, [JUDGED, UNJUDGED, PART, NOBODY, DOUBTED, BROKEN, NAMELESS]);
    expect(found.get(JUDGED)).toEqual({ name: 'Ada', isVerified: true });
    expect(found.get(UNJUDGED)).toEqual({ name: 'Ada', isVerified: false });
    expect(found.get(PART)).toEqual({ name: 'Ada/cold', isVerified: false });
    expect(found.get(NOBODY)).toBeUndefined();
    expect(found.get(NAMELESS)).toBeUndefined();
    expect(found.get(DOUBTED)).toEqual({ name: 'Eve', isVerified: false });
    expect(found.get(BROKEN)?.name).toBe('\ufffdA');
    expect(asked).toEqual([7, 2]);
  });
});

it('a chain without names has none', async () => {
  const api = { query: {} } as unknown as Parameters<typeof identitiesOf>[0];
  expect(await identitiesOf(api, [JUDGED])).toEqual(new Map());
});
