import { Keyring } from '@polkadot/keyring';
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { devKey, keyOfSeed } from '../src/chain/keys';
import { DEV_ACCOUNTS } from '../src/chain/wallet';
import { addressOf, parseAccount } from '../src/lib/address';
import { stringToU8a, u8aToHex } from '../src/lib/bytes';

const MESSAGE = stringToU8a('what is signed');
const SEED = `0x${'5e'.repeat(32)}` as const;

beforeAll(async () => {
  await cryptoWaitReady();
});

describe('keys are the same as in another library', () => {
  const others = new Keyring({ type: 'sr25519', ss58Format: 137 });

  it.each(DEV_ACCOUNTS)('of $name', ({ name, id: known }) => {
    const pair = others.addFromUri(`//${name}`);
    const { id } = devKey(name);
    expect(id).toBe(u8aToHex(pair.publicKey));
    expect(known).toBe(id);
    expect(addressOf(id, 137)).toBe(pair.address);
    expect(parseAccount(pair.address)).toBe(id);
  });

  it('of a seed, and so are signatures', () => {
    const key = keyOfSeed(SEED);
    expect(key.id).toBe(u8aToHex(others.addFromUri(SEED).publicKey));
    expect(signatureVerify(MESSAGE, key.sign(MESSAGE), key.id)).toMatchObject({ isValid: true, crypto: 'sr25519' });
  });
});

it('an address with a typing error is refused', () => {
  const address = addressOf(keyOfSeed(SEED).id, 137);
  expect(parseAccount(`${address.slice(0, -1)}${address.endsWith('a') ? 'b' : 'a'}`)).toBeNull();
  expect(parseAccount('')).toBeNull();
});

it('an address or an id is read without what nobody sees', () => {
  const { id } = keyOfSeed(SEED);
  for (const text of [addressOf(id, 137), id, id.slice(2)]) expect(parseAccount(`\u2068${text}\u200b \u2069`)).toBe(id);
});
