import { AccountId, getSs58AddressInfo } from '@polkadot-api/substrate-bindings';
import { hexToU8a, u8aConcat, u8aToHex } from '../lib/bytes';
import type { Chain } from './connection';
import type { Unsigned } from './extrinsic';
import { ChainError, unsigned } from './failure';
import { parseActorId, type ActorId, type Hex } from './hex';
import { openWallets, walletOf, type WalletSigner } from './injected';
import { devKey, keyOfSeed, type Key } from './keys';

export { hasExtension } from './injected';

export interface Account {
  id: ActorId;
  name: string;
  /** `dev`, `key`, or the extension that holds the key. */
  source: string;
  /** The only chain that the wallet signs for with this account, if it is bound to one. */
  genesis: Hex | null;
}

export const DEV = 'dev';
const DEV_NAMES = ['Alice', 'Bob', 'Charlie', 'Dave', 'Eve', 'Ferdie'];

/** The source of accounts whose keys this browser stores itself. */
export const KEY = 'key';

/** The keys of accounts that the page signs for itself. */
const keys = new Map<ActorId, Key>();

/** The accounts whose keys everybody knows. */
export function devAccounts(): Promise<Account[]> {
  return Promise.resolve(DEV_NAMES.map((name) => withKey(devKey(name), name, DEV)));
}

/** The account of a key that this browser stores. */
export function keyAccount(seed: Hex, name = ''): Promise<Account> {
  return Promise.resolve(withKey(keyOfSeed(seed), name, KEY));
}

function withKey(key: Key, name: string, source: string): Account {
  keys.set(key.id, key);
  return { id: key.id, name, source, genesis: null };
}

/** A seed that nobody else knows. */
export function randomSeed(): Hex {
  return u8aToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Whether the account's actions need a person's consent in a wallet. */
export function isInWallet({ source }: Account): boolean {
  return source !== DEV && source !== KEY;
}

export interface Wallets {
  /** Names of the extensions that let the page in. */
  extensions: string[];
  accounts: Account[];
}

/** Asks the extensions for their accounts; they may ask the person first. */
export async function walletAccounts(): Promise<Wallets> {
  const wallets = await openWallets('RPSLS');
  const accounts = await Promise.all(
    wallets.map(async ({ name: source, accounts }) => {
      const shown = await accounts.get().catch((error: unknown) => {
        console.info(`${source} shows no accounts:`, error);
        return [];
      });
      return shown
        .filter(({ type }) => type !== 'ethereum')
        .flatMap(({ address, name, genesisHash }): Account[] => {
          const id = parseAccount(address);
          return id ? [{ id, name: name ?? '', source, genesis: (genesisHash ?? null) as Hex | null }] : [];
        });
    }),
  );
  return { extensions: wallets.map(({ name }) => name), accounts: accounts.flat() };
}

/** Turns an unsigned extrinsic into a complete one. */
export type Sign = (extrinsic: Unsigned) => Promise<Hex>;

/**
 * The function that signs for the account on this chain.
 *
 * @throws ChainError if the account is bound to another chain
 */
export async function signerOf(account: Account, chain: Chain): Promise<Sign> {
  if (!isInWallet(account)) {
    const key = keys.get(account.id);
    if (!key || (account.source === DEV && !chain.isDevelopment)) throw new ChainError({ kind: 'otherChain' });
    return (extrinsic) => Promise.resolve(extrinsic.signedBy(key.sign(extrinsic.toSign)));
  }
  if (account.genesis && account.genesis !== chain.genesis) throw new ChainError({ kind: 'otherChain' });
  const { signer } = await walletsOwn(walletOf(account.source));
  return (extrinsic) => walletsOwn(signedBy(signer, extrinsic, addressOf(account.id, chain.ss58)));
}

/** The length of a signature from a wallet that leaves out the kind of its key, and the kind it means. */
const [PLAIN, SR25519] = [64, 1];

async function signedBy(signer: WalletSigner, extrinsic: Unsigned, address: string): Promise<Hex> {
  if (!signer.signPayload) {
    if (!signer.signRaw) throw new Error('the wallet signs nothing');
    const { signature } = await signer.signRaw({ address, data: u8aToHex(extrinsic.payload), type: 'payload' });
    return extrinsic.signedBy(withKind(signature));
  }
  const { signature, signedTransaction } = await signer.signPayload(extrinsic.json(address));
  if (!signedTransaction) return extrinsic.signedBy(withKind(signature));
  const whole = typeof signedTransaction === 'string' ? (signedTransaction as Hex) : u8aToHex(signedTransaction);
  if (extrinsic.isSameIn(whole)) return whole;
  throw new Error('what it has signed is not what it was asked to sign');
}

function withKind(signature: string): Uint8Array {
  const bytes = hexToU8a(signature);
  return bytes.length === PLAIN ? u8aConcat([SR25519], bytes) : bytes;
}

/** Marks a wallet's errors, so that they are not taken for the node's. */
async function walletsOwn<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw unsigned(error);
  }
}

/** The account's address in the chain's format. */
export function addressOf(id: ActorId, ss58: number): string {
  return AccountId(ss58).dec(id);
}

/** Parses an account from an address or an id. Null if it is neither. */
export function parseAccount(text: string): ActorId | null {
  const id = parseActorId(text);
  if (id) return id;
  const address = getSs58AddressInfo(text.trim());
  return address.isValid && address.publicKey.length === 32 ? u8aToHex(address.publicKey) : null;
}
