import { errorOf } from '../chain/failure';
import { askWallet, SILENCE, walletNames, type Account } from '../chain/wallet';
import { lasting, tryToKeep } from '../lib/storage';
import { Store } from '../lib/store';

export type WalletStatus = 'unasked' | 'asking' | 'silent' | 'noExtension' | 'refused' | 'noAccounts' | 'connected';

interface Wallets {
  status: WalletStatus;
  /** The accounts that wallets show to the page. */
  accounts: Account[];
  /** The names of wallets that have not answered. */
  silent: string[];
}

/** What a wallet has done. */
interface Asked {
  accounts: Account[] | null;
  /** How many questions it has not answered, and since when the last of them waits, by `performance.now()`, ms. */
  waiting: number;
  since: number;
}

/** Whether the person let the page ask wallets before. */
const ALLOWED = 'rpsls/wallet';
/** How often the page looks for wallets that come late, and for how long, ms. */
const [LOOK, LATE] = [200, 20_000];
/** How long wallets may take to put themselves into the page until it says that there are none, ms. */
const INJECTION = 600;

export const wallets = new Store<Wallets>({ status: 'unasked', accounts: [], silent: [] });

const asked = new Map<string, Asked>();
let began = -Infinity;
let timer: ReturnType<typeof setInterval> | undefined;

/** Asks each wallet that has not let the page in, for itself; it may ask the person first. */
export function connectWallets(): void {
  began = performance.now();
  wallets.update((known) => ({ ...known, status: 'asking' }));
  for (const name of walletNames()) if (!asked.get(name)?.accounts?.length) ask(name);
  clearInterval(timer);
  timer = setInterval(look, LOOK);
}

/** Asks the wallets again, if the person let the page ask them before. */
export function reconnectWallets(): void {
  if (lasting.getItem(ALLOWED) !== null && wallets.get().status === 'unasked') connectWallets();
}

/** Asks wallets that have come since, and tells which are silent. */
function look(): void {
  for (const name of walletNames()) if (!asked.has(name)) ask(name);
  if (performance.now() - began > LATE) clearInterval(timer);
  tell();
}

function ask(name: string): void {
  const wallet = asked.get(name) ?? { accounts: null, waiting: 0, since: 0 };
  asked.set(name, wallet);
  wallet.waiting += 1;
  wallet.since = performance.now();
  const hear = (accounts: Account[]): void => {
    // Some tell the same again and again: nothing is asked anew for that.
    if (JSON.stringify(accounts) !== JSON.stringify(wallet.accounts)) wallet.accounts = accounts;
    if (accounts.length > 0) tryToKeep(lasting, ALLOWED, 'yes');
    tell();
  };
  askWallet(name, hear)
    // A wallet may refuse a question only because another one waits for the person.
    .catch((error: unknown) => console.info(`${name} does not let the page in:`, errorOf(error).message))
    .finally(() => {
      wallet.waiting -= 1;
      tell();
    });
}

function tell(): void {
  const all = [...asked].map(([name, wallet]) => ({ name, ...wallet }));
  const now = performance.now();
  const waiting = all.filter((wallet) => wallet.accounts === null && wallet.waiting > 0);
  const silent = waiting.filter(({ since }) => now - since > SILENCE).map(({ name }) => name);
  const accounts = all.flatMap((wallet) => wallet.accounts ?? []);
  const status = (): WalletStatus => {
    if (accounts.length > 0) return 'connected';
    if (waiting.length > silent.length) return 'asking';
    if (silent.length > 0) return 'silent';
    if (all.length === 0) return now - began < INJECTION ? 'asking' : 'noExtension';
    return all.some((wallet) => wallet.accounts) ? 'noAccounts' : 'refused';
  };
  const next = { status: status(), accounts, silent };
  const before = wallets.get();
  const isSame = (one: Account, index: number): boolean => one === before.accounts[index];
  if (next.status === before.status && silent.join() === before.silent.join())
    if (accounts.length === before.accounts.length && accounts.every(isSame)) return;
  wallets.set(next);
}
