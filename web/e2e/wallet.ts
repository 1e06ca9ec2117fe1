import { GearApi } from '@gear-js/api';
import { Keyring } from '@polkadot/keyring';
import { hexToU8a, u8aToHex } from '@polkadot/util';
import { cryptoWaitReady } from '@polkadot/util-crypto';
import type { Page } from '@playwright/test';
import type { DevNode } from './node';

export interface WalletOptions {
  /** Whether the person signs what they are asked to. */
  signs?: boolean;
  /** The chain that the wallet keeps the account for, if it is bound to one. */
  genesisHash?: string;
  /** A secret that no chain knows, for an account without funds. */
  uri?: string;
}

/** Puts a wallet into the page that keeps the wallets' convention. */
export async function installWallet(page: Page, options: WalletOptions = {}): Promise<void> {
  await cryptoWaitReady();
  const pair = new Keyring({ type: 'sr25519', ss58Format: 42 }).addFromUri(options.uri ?? '//Ferdie');
  await page.exposeFunction('signForTest', (payload: string) => {
    if (options.signs === false) throw new Error('Cancelled');
    const signature = pair.sign(hexToU8a(payload), { withType: true });
    return u8aToHex(signature);
  });
  await page.addInitScript(
    ({ address, genesisHash }) => {
      const sign = (window as unknown as { signForTest: (payload: string) => Promise<string> }).signForTest;
      const account = { address, name: 'Wallet', type: 'sr25519', genesisHash };
      const extension = {
        accounts: { get: () => Promise.resolve([account]), subscribe: () => () => undefined },
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
}

/** Sends value, in the smallest unit, to the account of a secret. */
export async function fund(node: DevNode, uri: string, value: bigint): Promise<void> {
  const api = await GearApi.create({ providerAddress: node.url, noInitWarn: true });
  const keyring = new Keyring({ type: 'sr25519' });
  const [alice, to] = [keyring.addFromUri('//Alice'), keyring.addFromUri(uri)];
  await new Promise<void>((resolve, reject) => {
    api.tx.balances
      .transferKeepAlive(to.address, value)
      .signAndSend(alice, ({ status }) => {
        if (status.isFinalized) resolve();
      })
      .catch(reject);
  });
  await api.disconnect();
}
