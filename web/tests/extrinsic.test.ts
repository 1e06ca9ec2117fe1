import { Keyring } from '@polkadot/keyring';
import { Metadata, TypeRegistry } from '@polkadot/types';
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { byVoucher, declineVoucher, sendMessage, together } from '../src/chain/calls';
import { callIn, Unsigned, type Terms } from '../src/chain/extrinsic';
import { devKey } from '../src/chain/keys';
import { Runtime, type Call, type Extension } from '../src/chain/runtime';
import { issueOf } from '../src/chain/voucher';
import { addressOf } from '../src/lib/address';
import { hexToU8a, u8aToHex } from '../src/lib/bytes';
import { RUNTIME } from './node';

/** The metadata of a Vara node, with its docs. */
const RECORDED = readFileSync(new URL('../../devnode/tests/data/metadata.scale', import.meta.url));
const VARA = new Runtime(new Uint8Array(RECORDED));

const id = (byte: string) => `0x${byte.repeat(32)}` as const;
const ALICE = devKey('Alice');
const TERMS: Terms = {
  genesis: id('01'),
  version: VARA.version,
  nonce: 300,
  tip: 2n ** 70n,
  birth: { hash: id('02'), number: 1_000_003 },
};
const message = sendMessage({ destination: id('0a'), payload: '0x0102', gasLimit: 2n ** 60n, value: 2n ** 90n });
const issue = issueOf({ spender: id('0b'), program: id('0a'), value: 5n, duration: 200 });
const CALLS: Record<string, Call> = {
  'a message': message,
  'a batch': together([issue, message]),
  'a voucher’s message': byVoucher(id('0c'), message),
  'a voucher that is given up': declineVoucher(id('0c')),
  'what is signed by its hash': { Gear: { upload_code: { code: new Uint8Array(70_000).fill(7) } } },
};

/** The same metadata in another library. */
let registry: TypeRegistry;

beforeAll(async () => {
  await cryptoWaitReady();
  registry = new TypeRegistry();
  registry.setMetadata(new Metadata(registry, u8aToHex(RECORDED)));
});

const unsigned = (call: Call, terms: Partial<Terms> = {}, from = ALICE.id): Unsigned =>
  new Unsigned(VARA, from, call, { ...TERMS, ...terms });

describe.each(Object.entries(CALLS))('%s', (_, call) => {
  it('is the same for wallets as for the page’s own keys', () => {
    const extrinsic = unsigned(call);
    const payload = registry.createType('ExtrinsicPayload', extrinsic.json(addressOf(ALICE.id, 137)), { version: 4 });
    expect(u8aToHex(payload.toU8a({ method: true }))).toBe(u8aToHex(extrinsic.payload));
    // Wallets sign it like this.
    const pair = new Keyring({ type: 'sr25519' }).addFromUri('//Alice');
    const { signature } = payload.sign(pair);
    expect(signatureVerify(extrinsic.toSign, signature, ALICE.id).isValid).toBe(true);
  });

  it('can be read by another library with its signature', () => {
    const extrinsic = unsigned(call);
    const whole = extrinsic.signedBy(ALICE.sign(extrinsic.toSign));
    const theirs = registry.createType('Extrinsic', whole);
    expect(theirs.toHex()).toBe(whole);
    expect([theirs.signer.toString(), theirs.nonce.toNumber(), theirs.tip.toBigInt()]).toEqual([
      addressOf(ALICE.id, 137),
      TERMS.nonce,
      TERMS.tip,
    ]);
    const era = theirs.era.asMortalEra;
    expect([era.birth(1_000_010), era.death(1_000_010)]).toEqual([1_000_003, 1_000_131]);
    expect(callIn(VARA, hexToU8a(whole))).toEqual(VARA.decodeCall(VARA.encodeCall(call)));
  });
});

it('a wallet changes neither the call nor the account, number, tip or life', () => {
  const asked = unsigned(message);
  const signed = (extrinsic: Unsigned) => extrinsic.signedBy(ALICE.sign(extrinsic.toSign));
  expect(asked.isSameIn(signed(asked))).toBe(true);
  for (const terms of [{ tip: 7n }, { nonce: 9 }, { birth: { hash: id('03'), number: 9 } }, { period: 64 }])
    expect(asked.isSameIn(signed(unsigned(message, terms)))).toBe(false);
  expect(asked.isSameIn(signed(unsigned(issue)))).toBe(false);
  expect(asked.isSameIn(signed(unsigned(message, {}, devKey('Bob').id)))).toBe(false);
});

describe('an extension that the chain adds to extrinsics', () => {
  /** The same chain with one more extension. */
  const wanting = (extension: Extension): Runtime =>
    Object.create(RUNTIME, { extensions: { value: [...(RUNTIME.extensions ?? []), extension] } }) as Runtime;
  const known = (identifier: string): Extension => {
    const found = RUNTIME.extensions?.find((extension) => extension.identifier === identifier);
    if (!found) throw new Error(`there is no ${identifier}`);
    return found;
  };
  const made = (runtime: Runtime): Unsigned => new Unsigned(runtime, ALICE.id, message, TERMS);

  it('is named if the page does not know it, and nothing is signed', () => {
    const text = 'The chain wants PayTwice of whatever is signed, which this page does not know. Nothing was signed.';
    for (const like of ['ChargeTransactionPayment', 'CheckGenesis']) {
      const extension = { ...known(like), identifier: 'PayTwice' };
      expect(() => made(wanting(extension))).toThrow(
        expect.objectContaining({ failure: { kind: 'page', text } }) as Error,
      );
    }
  });

  it('may be unknown if it takes no bytes', () => {
    const extension = { ...known('CheckWeight'), identifier: 'CheckNothing' };
    expect(made(wanting(extension)).payload).toEqual(made(RUNTIME).payload);
  });

  it('is named if its format is unknown', () => {
    const runtime = Object.create(RUNTIME, { extensions: { value: null } }) as Runtime;
    expect(() => made(runtime)).toThrow('The chain takes no extrinsics of format 4. Nothing was signed.');
  });
});
