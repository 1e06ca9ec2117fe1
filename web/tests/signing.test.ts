import { Keyring } from '@polkadot/keyring';
import { Metadata, TypeRegistry } from '@polkadot/types';
import type { SignerPayloadJSON } from '@polkadot/types/types';
import { cryptoWaitReady } from '@polkadot/util-crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Hex } from '../src/lib/hex';
import { callIn } from '../src/chain/extrinsic';
import type { Call } from '../src/chain/runtime';
import { NodeError } from '../src/chain/socket';
import { submit } from '../src/chain/submit';
import { addressOf } from '../src/lib/address';
import { devKey } from '../src/chain/keys';
import { hexToU8a, u8aToHex } from '../src/lib/bytes';
import { accountInWallet, apiOf, FakeNode, METADATA, RUNTIME, signersWith } from './node';

const CALL: Call = { System: { remark: { remark: '0x0102' } } };
const OTHER: Call = { System: { remark: { remark: '0x03' } } };
const [ALICE, BOB] = [devKey('Alice'), devKey('Bob')];

interface Signed {
  signature: string;
  signedTransaction?: string | Uint8Array;
}

/** The wallet's answer. */
let sign: (payload: SignerPayloadJSON) => Promise<Signed>;
let registry: TypeRegistry;

beforeAll(async () => {
  await cryptoWaitReady();
  registry = new TypeRegistry();
  registry.setMetadata(new Metadata(registry, u8aToHex(METADATA)));
  const wallet = {
    accounts: { get: () => Promise.resolve([{ address: addressOf(ALICE.id, 42), name: 'Alice' }]) },
    signer: { signPayload: (payload: SignerPayloadJSON) => sign(payload) },
  };
  vi.stubGlobal('window', { injectedWeb3: { Tester: { enable: () => Promise.resolve(wallet) } } });
  vi.stubGlobal('document', { readyState: 'complete' });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

/** Signs as wallets do. */
function signature(payload: SignerPayloadJSON): Hex {
  const pair = new Keyring({ type: 'sr25519' }).addFromUri('//Alice');
  return registry.createType('ExtrinsicPayload', payload, { version: payload.version }).sign(pair).signature;
}

/** The signed payload as a whole extrinsic, perhaps with other terms, another call or another account. */
function whole(payload: SignerPayloadJSON, change: Partial<SignerPayloadJSON> = {}, by = ALICE.id): Hex {
  const changed = { ...payload, ...change };
  const extrinsic = registry.createType('Extrinsic', { method: changed.method }, { version: 4 });
  extrinsic.addSignature(by, signature(changed), changed);
  return extrinsic.toHex();
}

/** The extrinsics that were sent to a node that takes none, and the error. */
async function sent(meanwhile?: (node: FakeNode) => void): Promise<{ extrinsics: Hex[]; error: unknown }> {
  const node = new FakeNode({
    ...signersWith(10n ** 15n),
    author_submitAndWatchExtrinsic: () => {
      throw new NodeError('Invalid Transaction', 1010, 'taken by nobody');
    },
  });
  const api = await apiOf(node);
  const chain = { ss58: 137, genesis: api.genesis } as never;
  const account = await accountInWallet();
  const real = sign;
  sign = (payload) => {
    meanwhile?.(node);
    return real(payload);
  };
  const error: unknown = await submit({ api, chain }, account, CALL, () => undefined).catch(
    (thrown: unknown) => thrown,
  );
  sign = real;
  const submitted = node.asked.filter(([method]) => method === 'author_submitAndWatchExtrinsic');
  return { extrinsics: submitted.map(([, [extrinsic]]) => extrinsic as Hex), error };
}

const callOf = (extrinsic: Hex | undefined): unknown => callIn(RUNTIME, hexToU8a(extrinsic));

describe('a wallet’s signature is used', () => {
  it('if it comes alone, with its kind or without', async () => {
    for (const shown of [signature, (payload: SignerPayloadJSON) => `0x${signature(payload).slice(4)}`]) {
      let asked: SignerPayloadJSON | undefined;
      sign = (payload) => {
        asked = payload;
        return Promise.resolve({ signature: shown(payload) });
      };
      const { extrinsics } = await sent();
      const theirs = registry.createType('Extrinsic', extrinsics[0]);
      expect(theirs.method.toHex()).toBe(asked?.method);
      expect(theirs.signer.toString()).toBe(addressOf(ALICE.id, 137));
      expect(callOf(extrinsics[0])).toEqual(CALL);
    }
  });

  it('if it is in a whole extrinsic, as bytes or hexadecimal', async () => {
    for (const form of [(text: Hex) => text, (text: Hex) => hexToU8a(text)]) {
      let made: Hex = '0x';
      sign = (payload) => {
        made = whole(payload);
        return Promise.resolve({ signature: signature(payload), signedTransaction: form(made) });
      };
      expect((await sent()).extrinsics).toEqual([made]);
    }
  });
});

describe('a wallet’s signature is not used', () => {
  it('if it is for another call, by another account, or on other terms', async () => {
    const other = u8aToHex(RUNTIME.encodeCall(OTHER));
    for (const [change, by] of [
      [{ method: other }, ALICE.id],
      [{ tip: '0x07' }, ALICE.id],
      [{ nonce: '0x09' }, ALICE.id],
      [{ era: '0x00' }, ALICE.id],
      [{}, BOB.id],
    ] as const) {
      sign = (payload) =>
        Promise.resolve({ signature: signature(payload), signedTransaction: whole(payload, change, by) });
      const { extrinsics, error } = await sent();
      expect(extrinsics).toEqual([]);
      expect(error).toMatchObject({ failure: { kind: 'missigned' } });
    }
  });

  it('if the chain was upgraded in the meantime', async () => {
    sign = (payload) => Promise.resolve({ signature: signature(payload) });
    const { extrinsics, error } = await sent((node) => node.upgrade());
    expect(extrinsics).toEqual([]);
    expect(error).toMatchObject({ failure: { kind: 'upgraded' } });
  });

  it('if the connection was lost in the meantime', async () => {
    sign = (payload) => Promise.resolve({ signature: signature(payload) });
    const { extrinsics, error } = await sent((node) => node.hangUp());
    expect(extrinsics).toEqual([]);
    expect(error).toMatchObject({ failure: { kind: 'lost' } });
  });
});
