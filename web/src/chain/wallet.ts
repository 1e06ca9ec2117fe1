import { addressOf, parseAccount } from '../lib/address';
import { hexToU8a, u8aConcat, u8aToHex } from '../lib/bytes';
import type { Chain } from './connection';
import type { Unsigned } from './extrinsic';
import { ChainError, unsigned } from './failure';
import type { ActorId, Hex } from '../lib/hex';
import { openWallet, signerIn, type Shown, type WalletSigner } from './injected';
import { part } from '../lib/part';
import type { Key } from './keys';

export { walletNames } from './injected';

export interface Account {
  id: ActorId;
  name: string;
  /** `dev`, `key`, or the extension that holds the key. */
  source: string;
  /** The only chain that the wallet signs for with this account, if it is bound to one. */
  genesis: Hex | null;
}

export const DEV = 'dev';

/**
 * The accounts whose keys everybody knows. Who they are is written down, so that a page shows them before it has
 * loaded what makes their keys.
 */
export const DEV_ACCOUNTS: readonly Account[] = Object.entries({
  Alice: '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
  Bob: '0x8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48',
  Charlie: '0x90b5ab205c6974c9ea841be688864633dc9ca8a357843eeacf2314649965fe22',
  Dave: '0x306721211d5404bd9da88e0204360a1a9ab8b87c66c1bc2fcdd37f3c2222cc20',
  Eve: '0xe659a7a1628cdd93febc04a4e0646ea20e9f5f0ce097d9a05290d4a9e054df4e',
  Ferdie: '0x1cbd2d43530a44705ad088af313e18f80b53ef16b36177cd4b77b846f2a5f07c',
} as const).map(([name, id]) => ({ id, name, source: DEV, genesis: null }));

/** The source of accounts whose keys this browser stores itself. */
export const KEY = 'key';

/** The keys that this browser stores. */
const keys = new Map<ActorId, Key>();

/** Loads what makes keys and signs with them. A visitor who only looks, or whose wallet signs, never needs it. */
export function signing(): Promise<typeof import('./keys')> {
  return part(() => import('./keys'));
}

/** The account of a key that this browser stores. */
export async function keyAccount(seed: Hex, name = ''): Promise<Account> {
  const { keyOfSeed } = await signing();
  const key = keyOfSeed(seed);
  keys.set(key.id, key);
  return { id: key.id, name, source: KEY, genesis: null };
}

/** A seed that nobody else knows. */
export function randomSeed(): Hex {
  return u8aToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Whether the account's actions need a person's consent in a wallet. */
export function isInWallet({ source }: Account): boolean {
  return source !== DEV && source !== KEY;
}

/** How long the page waits for a wallet before it goes on without it, ms. The wallet may come later. */
export const SILENCE = 4_000;

/**
 * Asks a wallet for its accounts; it may ask the person first, or never answer.
 *
 * @param tell hears the accounts now and after each change
 * @throws whatever the wallet throws
 */
export function askWallet(source: string, tell: (accounts: Account[]) => void): Promise<void> {
  return openWallet(source, 'RPSLS', (shown) => tell(accountsIn(source, shown)));
}

/** Each account once, whatever the wallet repeats, and without what is none. */
function accountsIn(source: string, shown: readonly (Partial<Record<keyof Shown, unknown>> | null)[]): Account[] {
  const accounts = new Map<ActorId, Account>();
  for (const one of shown) {
    const { address, name, type, genesisHash } = one ?? {};
    const id = typeof address !== 'string' || type === 'ethereum' ? null : parseAccount(address);
    const [title, genesis] = [name, genesisHash].map((text) => (typeof text === 'string' ? text : ''));
    if (id) accounts.set(id, { id, name: title ?? '', source, genesis: (genesis || null) as Hex | null });
  }
  return [...accounts.values()];
}

/** Turns an unsigned extrinsic into a complete one. */
export type Sign = (extrinsic: Unsigned) => Promise<Hex>;

/**
 * The function that signs for the account on this chain.
 *
 * @throws ChainError if the account is bound to another chain
 */
export function signerOf(account: Account, chain: Chain): Sign {
  if (account.source === DEV) {
    if (!chain.isDevelopment) throw new ChainError({ kind: 'otherChain' });
    return async (extrinsic) => {
      const { devKey } = await signing();
      return extrinsic.signedBy(devKey(account.name).sign(extrinsic.toSign));
    };
  }
  if (account.source === KEY) {
    const key = keys.get(account.id);
    if (!key) throw new ChainError({ kind: 'otherChain' });
    return (extrinsic) => Promise.resolve(extrinsic.signedBy(key.sign(extrinsic.toSign)));
  }
  if (account.genesis && account.genesis !== chain.genesis) throw new ChainError({ kind: 'otherChain' });
  const signer = signerIn(account.source);
  if (!signer) throw new ChainError({ kind: 'walletGone', text: account.source });
  return (extrinsic) => signedBy(signer, extrinsic, addressOf(account.id, chain.ss58));
}

const SIGNATURE = /^0x([0-9a-f]{2}){64,}$/i;
/** The length of a signature from a wallet that leaves out the kind of its key, and the kind it means. */
const [PLAIN, SR25519] = [64, 1];

async function signedBy(signer: WalletSigner, extrinsic: Unsigned, address: string): Promise<Hex> {
  const [payload, data] = [extrinsic.json(address), u8aToHex(extrinsic.payload)];
  const { signature, signedTransaction } = await walletsOwn(async () => {
    if (signer.signPayload) return signer.signPayload(payload);
    if (signer.signRaw)
      return { ...(await signer.signRaw({ address, data, type: 'payload' })), signedTransaction: null };
    throw new ChainError({ kind: 'walletGone', text: '' });
  });
  if (!signedTransaction) return extrinsic.signedBy(withKind(signature));
  try {
    const whole = typeof signedTransaction === 'string' ? (signedTransaction as Hex) : u8aToHex(signedTransaction);
    if (extrinsic.isSameIn(whole)) return whole;
  } catch (error) {
    console.warn('What the wallet has signed can’t be read:', error);
  }
  throw new ChainError({ kind: 'missigned' });
}

function withKind(signature: unknown): Uint8Array {
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) throw new ChainError({ kind: 'missigned' });
  const bytes = hexToU8a(signature);
  return bytes.length === PLAIN ? u8aConcat([SR25519], bytes) : bytes;
}

/** Marks a wallet's errors, so that they are not taken for the node's or the page's. */
async function walletsOwn<T extends object>(ask: () => Promise<T>): Promise<T> {
  try {
    const answer = (await ask()) as T | null | undefined;
    return answer ?? ({} as T);
  } catch (error) {
    throw error instanceof ChainError ? error : unsigned(error);
  }
}
