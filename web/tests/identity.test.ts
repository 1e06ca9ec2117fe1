import substrate from '@polkadot/types-support/metadata/v15/substrate-hex';
import { describe, expect, it } from 'vitest';
import { identitiesOf } from '../src/chain/identity';
import type { Api, Place } from '../src/chain/api';
import type { ActorId, Hex } from '../src/lib/hex';
import { Runtime } from '../src/chain/runtime';
import { hexToU8a, stringToU8a, u8aToHex } from '../src/lib/bytes';
import { RUNTIME } from './node';

const [JUDGED, UNJUDGED, PART, NOBODY, DOUBTED, BROKEN, NAMELESS] = [1, 2, 3, 4, 5, 6, 7].map(
  (byte): ActorId => `0x${byte.toString(16).padStart(2, '0').repeat(32)}`,
) as [ActorId, ActorId, ActorId, ActorId, ActorId, ActorId, ActorId];

/** The metadata of another runtime, cut out of a recorded answer. */
const OTHER = new Runtime(hexToU8a(substrate.slice(substrate.indexOf('6d657461'))));

function registration(name: string | Uint8Array, ...judgements: string[]): object {
  const nothing = { None: null };
  const parts = ['legal', 'web', 'matrix', 'riot', 'email', 'image', 'twitter', 'github', 'discord'];
  return {
    judgements: judgements.map((judgement, index) => [index, { [judgement]: null }]),
    deposit: 0n,
    info: {
      ...Object.fromEntries(parts.map((part) => [part, nothing])),
      additional: [],
      pgp_fingerprint: null,
      display: raw(name),
    },
  };
}

/** A text as the chain stores it, or bytes that are no text. */
function raw(name: string | Uint8Array): object {
  const bytes = typeof name === 'string' ? stringToU8a(name) : name;
  return { [`Raw${bytes.length}`]: bytes };
}

/** The formats in which runtimes store names. Later runtimes keep user names elsewhere. */
const FORMATS: [string, Runtime, (stored: object) => unknown][] = [
  ['with user names', RUNTIME, (stored) => [stored, null]],
  ['by themselves', OTHER, (stored) => stored],
];

describe.each(FORMATS)('names on the chain, stored %s', (_, runtime, wrap) => {
  const stored = new Map<Hex, Hex>();
  const keep = (item: string, id: ActorId, value: unknown): void => {
    const entry = runtime.entry('Identity', item);
    stored.set(entry.key(id), u8aToHex(runtime.types.encode(entry.type, value)));
  };
  const asked: number[] = [];
  const api = {
    runtime,
    readAll: (places: Place[]) => {
      if (places[0]?.[1] === 'IdentityOf') asked.push(places.length);
      return Promise.resolve(
        places.map(([pallet, item, id]) => {
          const entry = runtime.entry(pallet, item);
          return entry.value(stored.get(entry.key(id)));
        }),
      );
    },
  };
  for (const [id, told] of [
    [JUDGED, registration('  Ada\u202e\u3164 ', 'Reasonable')],
    [UNJUDGED, registration('Ada', 'Unknown')],
    [NOBODY, registration('\u200b\u3164', 'KnownGood')],
    [DOUBTED, registration('Eve', 'Reasonable', 'Erroneous')],
    // This is not a text.
    [BROKEN, registration(Uint8Array.of(0xff, 0x41), 'Reasonable')],
  ] as const) {
    keep('IdentityOf', id, wrap(told));
  }
  keep('SuperOf', PART, [JUDGED, raw('cold')]);
  keep('SuperOf', NAMELESS, [JUDGED, raw('\u200b')]);

  it('come with the judgement on them', async () => {
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
  const api = { runtime: { has: () => false }, readAll: () => Promise.reject(new Error('nothing is kept')) };
  expect(await identitiesOf(api as unknown as Api, [JUDGED])).toEqual(new Map());
});
