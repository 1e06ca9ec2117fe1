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
export interface Injected {
  name: string;
  accounts: { get: () => Promise<Shown[]> };
  signer: WalletSigner;
}

type Opened = Omit<Injected, 'name'> & { name?: string };

/** What a wallet puts into the page. Newer wallets have `connect`, older ones `enable`. */
interface Door {
  connect?: (origin: string) => Promise<Opened>;
  enable?: (origin: string) => Promise<Opened>;
}

function doors(): [name: string, door: Door][] {
  return Object.entries((window as { injectedWeb3?: Record<string, Door> }).injectedWeb3 ?? {});
}

/** Whether there is a wallet to ask. */
export function hasExtension(): boolean {
  return doors().length > 0;
}

let opened: Promise<Injected[]> | undefined;

/** Asks the wallets to let the page in; they may ask the person first. */
export function openWallets(origin: string): Promise<Injected[]> {
  opened = loaded().then(async () => {
    const asked = await Promise.all(doors().map(([name, door]) => open(name, door, origin)));
    return asked.filter((wallet) => wallet !== null);
  });
  return opened;
}

/** The wallet of this name. */
export async function walletOf(name: string): Promise<Injected> {
  const found = (await opened)?.find((wallet) => wallet.name === name);
  if (!found) throw new Error(`${name} is not there`);
  return found;
}

async function open(name: string, door: Door, origin: string): Promise<Injected | null> {
  try {
    const wallet = await (door.connect ?? door.enable)?.call(door, origin);
    // The wallet's properties may be on its prototype, which a spread would lose.
    return wallet ? { name: wallet.name ?? name, accounts: wallet.accounts, signer: wallet.signer } : null;
  } catch (error) {
    console.info(`${name} does not let the page in:`, error);
    return null;
  }
}

/** Waits until the page has loaded, as wallets add themselves by then. */
function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }));
}
