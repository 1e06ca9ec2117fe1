import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import type { ActorId } from '../chain/hex';
import { freeBalance } from '../chain/program';
import { devAccounts, DEV, hasExtension, walletAccounts, type Account } from '../chain/wallet';
import { useTexts } from '../i18n';
import { useChain } from './chain';
import { lasting, ofTab, tryToKeep } from './storage';

type WalletStatus = 'unasked' | 'asking' | 'noExtension' | 'noAccounts' | 'connected';

interface AccountsValue {
  accounts: Account[];
  account: Account | null;
  select: (account: Account | null) => void;
  wallet: WalletStatus;
  connectWallet: () => Promise<void>;
  /** How the account is called: its name here, or its id's two ends. */
  nameOf: (id: ActorId) => string;
}

const AccountsContext = createContext<AccountsValue | null>(null);

/** Each tab has its own account, so that two people can share a browser. */
const CHOSEN = 'rpsls/account';
/** Whether the person let the page ask wallets before. */
const ALLOWED = 'rpsls/wallet';
/** How long extensions may take to put themselves into the page. */
const INJECTION = 400;

export function AccountsProvider({ children }: { children: ReactNode }) {
  const { link } = useChain();
  const isDevelopment = link.status === 'online' ? link.chain.isDevelopment : null;
  const [dev, setDev] = useState<Account[]>([]);
  const [held, setHeld] = useState<Account[]>([]);
  const [wallet, setWallet] = useState<WalletStatus>('unasked');
  const [chosen, setChosen] = useState<string | null>(() => ofTab.getItem(CHOSEN));

  useEffect(() => {
    if (isDevelopment === null) return;
    let isCurrent = true;
    const load = isDevelopment ? devAccounts() : Promise.resolve([]);
    void load.then((accounts) => isCurrent && setDev(accounts));
    return () => {
      isCurrent = false;
    };
  }, [isDevelopment]);

  const connectWallet = useCallback(async () => {
    setWallet('asking');
    await new Promise((resolve) => setTimeout(resolve, hasExtension() ? 0 : INJECTION));
    const { extensions, accounts } = await walletAccounts();
    setHeld(accounts);
    if (accounts.length > 0) tryToKeep(lasting, ALLOWED, 'yes');
    setWallet(extensions.length === 0 ? 'noExtension' : accounts.length === 0 ? 'noAccounts' : 'connected');
  }, []);

  useEffect(() => {
    if (lasting.getItem(ALLOWED)) void connectWallet();
  }, [connectWallet]);

  const select = useCallback((account: Account | null) => {
    const key = account && keyOf(account);
    if (key) tryToKeep(ofTab, CHOSEN, key);
    else ofTab.removeItem(CHOSEN);
    setChosen(key);
  }, []);

  const value = useMemo<AccountsValue>(() => {
    const accounts = [...dev, ...held];
    return {
      accounts,
      account: accounts.find((account) => keyOf(account) === chosen) ?? null,
      select,
      wallet,
      connectWallet,
      nameOf: (id) => accounts.find((account) => account.id === id)?.name || shortId(id),
    };
  }, [dev, held, chosen, select, wallet, connectWallet]);
  return <AccountsContext value={value}>{children}</AccountsContext>;
}

function keyOf({ source, id }: Account): string {
  return `${source}/${id}`;
}

export function useAccounts(): AccountsValue {
  const value = useContext(AccountsContext);
  if (!value) throw new Error('outside of the accounts');
  return value;
}

/** How to call somebody in a sentence. */
export function useName(): (id: ActorId) => string {
  const { account, nameOf } = useAccounts();
  const { m } = useTexts();
  return (id) => (id === account?.id ? m.withYou(nameOf(id)) : nameOf(id));
}

export function isDev(account: Account): boolean {
  return account.source === DEV;
}

export function shortId(id: string): string {
  return `${id.slice(0, 8)}…${id.slice(-4)}`;
}

/** The account's free balance, kept up to date. */
export function useBalance(account: ActorId | null): bigint | null {
  const { link } = useChain();
  const [balance, setBalance] = useState<bigint | null>(null);
  const api = link.status === 'online' ? link.api : null;
  useEffect(() => {
    setBalance(null);
    if (!api || !account) return;
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const value = await freeBalance(api, account);
      if (isCurrent) setBalance(value);
    };
    const report = (error: unknown): void => console.warn('The balance can\'t be read:', error);
    const heads = api.rpc.chain.subscribeNewHeads(() => void read().catch(report));
    heads.catch(report);
    return () => {
      isCurrent = false;
      void heads.then((unsubscribe) => unsubscribe(), report);
    };
  }, [api, account]);
  return balance;
}
