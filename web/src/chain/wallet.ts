import { web3Accounts, web3Enable, web3FromSource } from '@polkadot/extension-dapp';
import { DEV_SEED, Keyring } from '@polkadot/keyring';
import type { KeyringPair } from '@polkadot/keyring/types';
import type { Signer } from '@polkadot/api/types';
import { hexToU8a, u8aToHex } from '@polkadot/util';
import { cryptoWaitReady, decodeAddress, encodeAddress } from '@polkadot/util-crypto';
import type { Chain } from './connection';
import { ChainError, unsigned } from './failure';
import { parseActorId, type ActorId, type Hex } from './hex';

export interface Account {
  id: ActorId;
  name: string;
  /** `dev`, `key`, or the extension that holds the key. */
  source: string;
  /** The only chain that the wallet signs for with it, if it is bound to one. */
  genesis: Hex | null;
}

export const DEV = 'dev';
const DEV_NAMES = ['Alice', 'Bob', 'Charlie', 'Dave', 'Eve', 'Ferdie'];

/** Of keys that this browser keeps itself. */
export const KEY = 'key';

/** What signs for accounts whose keys are at hand. */
const pairs = new Map<ActorId, KeyringPair>();

/** The accounts whose keys everybody knows. */
export async function devAccounts(): Promise<Account[]> {
  await cryptoWaitReady();
  const root = new Keyring({ type: 'sr25519' }).addFromSeed(hexToU8a(DEV_SEED));
  return DEV_NAMES.map((name) => {
    const pair = root.derive(`//${name}`);
    const id = u8aToHex(pair.addressRaw);
    pairs.set(id, pair);
    return { id, name, source: DEV, genesis: null };
  });
}

/** The account of a key that this browser keeps. */
export async function keyAccount(seed: Hex, name = ''): Promise<Account> {
  await cryptoWaitReady();
  const pair = new Keyring({ type: 'sr25519' }).addFromSeed(hexToU8a(seed));
  const id = u8aToHex(pair.addressRaw);
  pairs.set(id, pair);
  return { id, name, source: KEY, genesis: null };
}

/** A seed that nobody else knows. */
export function randomSeed(): Hex {
  return u8aToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Whether what the account does takes a person's consent in a wallet. */
export function isInWallet({ source }: Account): boolean {
  return source !== DEV && source !== KEY;
}

export interface Wallets {
  /** Names of the extensions that let the page in. */
  extensions: string[];
  accounts: Account[];
}

/** Whether there is an extension to ask. */
export function hasExtension(): boolean {
  const injected = (window as { injectedWeb3?: Record<string, unknown> }).injectedWeb3;
  return Object.keys(injected ?? {}).length > 0;
}

/** Asks the extensions for their accounts; they may ask the person first. */
export async function walletAccounts(): Promise<Wallets> {
  const extensions = await web3Enable('RPSLS');
  if (extensions.length === 0) return { extensions: [], accounts: [] };
  const accounts = await web3Accounts();
  return {
    extensions: extensions.map(({ name }) => name),
    accounts: accounts
      .filter(({ type }) => type !== 'ethereum')
      .flatMap(({ address, meta }) => {
        const id = parseAccount(address);
        const genesis = (meta.genesisHash ?? null) as Hex | null;
        return id ? [{ id, name: meta.name ?? '', source: meta.source, genesis }] : [];
      }),
  };
}

interface Signing {
  account: KeyringPair | string;
  options: { signer?: Signer };
}

/** What signs for the account on this chain. */
export async function signerOf(account: Account, chain: Chain): Promise<Signing> {
  if (!isInWallet(account)) {
    const pair = pairs.get(account.id);
    if (!pair || (account.source === DEV && !chain.isDevelopment)) throw new ChainError({ kind: 'otherChain' });
    return { account: pair, options: {} };
  }
  if (account.genesis && account.genesis !== chain.genesis) throw new ChainError({ kind: 'otherChain' });
  const { signer } = await walletsOwn(web3FromSource(account.source));
  return { account: addressOf(account.id, chain.ss58), options: { signer: guarded(signer) } };
}

/** The wallet's signer, whose words are told apart from the node's. */
function guarded(signer: Signer): Signer {
  const { signPayload, signRaw, update } = signer;
  return {
    ...(signPayload && { signPayload: (payload) => walletsOwn(signPayload.call(signer, payload)) }),
    ...(signRaw && { signRaw: (raw) => walletsOwn(signRaw.call(signer, raw)) }),
    ...(update && { update: update.bind(signer) }),
  };
}

async function walletsOwn<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw unsigned(error);
  }
}

/** The account as the chain's people write it. */
export function addressOf(id: ActorId, ss58: number): string {
  return encodeAddress(id, ss58);
}

/** The account that somebody wrote, as an address or as an id. */
export function parseAccount(text: string): ActorId | null {
  const id = parseActorId(text);
  if (id) return id;
  try {
    const bytes = decodeAddress(text.trim());
    return bytes.length === 32 ? u8aToHex(bytes) : null;
  } catch {
    // The library says no by throwing.
    return null;
  }
}
