/** Wallets that put themselves into the page, by the convention that all of them follow. */

/** An account as a wallet shows it. */
export interface Shown {
  address: string;
  name?: string | undefined;
  type?: string | undefined;
  genesisHash?: string | null | undefined;
}

export interface WalletSigner {
  signPayload?: (
    payload: Record<string, unknown>,
  ) => Promise<{ signature: string; signedTransaction?: string | Uint8Array }>;
  signRaw?: (raw: { address: string; data: string; type: 'payload' }) => Promise<{ signature: string }>;
}

/** A wallet that let the page in. */
interface Injected {
  accounts: { get: () => Promise<Shown[]>; subscribe?: (hear: (shown: Shown[]) => void) => () => void };
  signer: WalletSigner;
}

/** What a wallet puts into the page. Newer wallets have `connect`, older ones `enable`. */
interface Door {
  connect?: (origin: string) => Promise<Injected>;
  enable?: (origin: string) => Promise<Injected>;
}

function doors(): Record<string, Door | null> {
  try {
    return (window as { injectedWeb3?: Record<string, Door> }).injectedWeb3 ?? {};
  } catch (error) {
    // Wallets that fight for the place may make it throw.
    console.info('What wallets put into the page can’t be read:', error);
    return {};
  }
}

/** The names of the wallets that are there. Some come seconds after the page. */
export function walletNames(): string[] {
  return Object.keys(doors());
}

/** The signers of the wallets that let the page in, by the wallets' names. */
const signers = new Map<string, WalletSigner>();
/** What ends the news of a wallet's accounts. */
const ends = new Map<string, () => void>();

/** The signer of the wallet of this name, if it has let the page in. */
export function signerIn(name: string): WalletSigner | undefined {
  return signers.get(name);
}

/**
 * Asks one wallet to let the page in; it may ask the person first, or never answer.
 *
 * @param tell hears its accounts now and after each change
 * @throws whatever the wallet throws
 */
export async function openWallet(name: string, origin: string, tell: (shown: Shown[]) => void): Promise<void> {
  const door = doors()[name];
  const wallet = await (door?.connect ?? door?.enable)?.call(door, origin);
  if (!wallet) throw new Error('it has no way in');
  const { accounts, signer } = wallet;
  signers.set(name, signer);
  ends.get(name)?.();
  // Either way of telling may be broken, and the other one work.
  try {
    const end = accounts.subscribe?.(tell);
    if (typeof end === 'function') ends.set(name, end);
  } catch (error) {
    console.info(`${name} tells no news of its accounts:`, error);
  }
  tell(await accounts.get());
}
