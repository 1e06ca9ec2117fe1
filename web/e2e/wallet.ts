import { Keyring } from '@polkadot/keyring';
import type { KeyringPair } from '@polkadot/keyring/types';
import { hexToU8a, u8aToHex } from '@polkadot/util';
import { blake2AsU8a, cryptoWaitReady } from '@polkadot/util-crypto';
import type { Page } from '@playwright/test';
import { submit } from '../scripts/club.mjs';
import type { DevNode } from './node';

export interface WalletOptions {
  /** Whether the person signs when asked. */
  signs?: boolean;
  /** The genesis hash of the chain for which the wallet keeps the account, if it is bound to one. */
  genesisHash?: string;
  /** The secret of the account, `//Ferdie` by default. */
  uri?: string;
  /** A callback before each signature. */
  beforeSigning?: () => Promise<void>;
}

/** The record of a wallet in a page. */
export interface Wallet {
  /** The number of times that the wallet was asked to sign. */
  asked: number;
}

/** Installs a wallet in the page, by the convention of wallets. */
export async function installWallet(page: Page, options: WalletOptions = {}): Promise<Wallet> {
  await cryptoWaitReady();
  const wallet = { asked: 0 };
  const pair = new Keyring({ type: 'sr25519', ss58Format: 42 }).addFromUri(options.uri ?? '//Ferdie');
  await page.exposeFunction('signForTest', async (payload: string) => {
    wallet.asked += 1;
    await options.beforeSigning?.();
    if (options.signs === false) throw new Error('Cancelled');
    const bytes = hexToU8a(payload);
    // Like wallets, it signs the hash of a long payload.
    const signature = pair.sign(bytes.length > 256 ? blake2AsU8a(bytes) : bytes, { withType: true });
    return u8aToHex(signature);
  });
  await page.addInitScript(
    ({ address, genesisHash }) => {
      const sign = (window as unknown as { signForTest: (payload: string) => Promise<string> }).signForTest;
      const account = { address, name: 'Wallet', type: 'sr25519', genesisHash };
      const extension = {
        accounts: {
          get: () => Promise.resolve([account]),
          subscribe: (tellAccounts: unknown) => {
            Object.assign(window, { tellAccounts });
            return () => undefined;
          },
        },
        signer: {
          signRaw: async ({ data }: { data: string }) => ({ id: 1, signature: await sign(data) }),
        },
      };
      Object.assign(window, {
        injectedWeb3: { 'test-wallet': { version: '1', enable: () => Promise.resolve(extension) } },
      });
    },
    { address: pair.address, genesisHash: options.genesisHash ?? null },
  );
  return wallet;
}

/** Lets the page's wallet show no account any more. */
export function takeAccountsBack(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as { tellAccounts: (shown: []) => void }).tellAccounts([]));
}

/** The key pair of a secret. */
export function keyOf(uri: string): KeyringPair {
  return new Keyring({ type: 'sr25519' }).addFromUri(uri);
}

/** Sends value, in the smallest unit, to the account of a secret. */
export async function fund(node: DevNode, uri: string, value: bigint, from = '//Alice'): Promise<void> {
  const { tx } = await node.api();
  await submit(tx.balances.transferKeepAlive(keyOf(uri).address, value), keyOf(from));
}

/** Chooses the account of the page's wallet. */
export async function connectWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose an account' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Connect a wallet' }).click();
  await dialog.getByRole('button', { name: /^Wallet/ }).click();
}
