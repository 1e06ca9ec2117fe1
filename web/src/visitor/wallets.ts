import { Store } from '../lib/store';
import { hasExtension, walletAccounts, type Account } from '../chain/wallet';
import { lasting, tryToKeep } from '../lib/storage';

export type WalletStatus = 'unasked' | 'asking' | 'noExtension' | 'refused' | 'noAccounts' | 'connected';

interface Wallets {
  status: WalletStatus;
  /** The accounts that wallets show to the page. */
  accounts: Account[];
}

/** Whether the person let the page ask wallets before. */
const ALLOWED = 'rpsls/wallet';
/** How long extensions may take to put themselves into the page, ms. */
const INJECTION = 400;

export const wallets = new Store<Wallets>({ status: 'unasked', accounts: [] });

/** Asks the wallets for their accounts; they may ask the person first. */
export async function connectWallets(): Promise<void> {
  if (wallets.get().status === 'asking') return;
  wallets.update((known) => ({ ...known, status: 'asking' }));
  await new Promise((resolve) => setTimeout(resolve, hasExtension() ? 0 : INJECTION));
  const { extensions, accounts } = await walletAccounts();
  if (accounts.length > 0) tryToKeep(lasting, ALLOWED, 'yes');
  wallets.set({ status: statusOf(extensions.length, accounts.length), accounts });
}

function statusOf(extensions: number, accounts: number): WalletStatus {
  if (extensions === 0) return hasExtension() ? 'refused' : 'noExtension';
  return accounts === 0 ? 'noAccounts' : 'connected';
}

/** Asks the wallets again, if the person let the page ask them before. */
export function reconnectWallets(): void {
  if (lasting.getItem(ALLOWED) !== null && wallets.get().status === 'unasked') void connectWallets();
}
