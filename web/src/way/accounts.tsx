import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'preact/compat';
import { parseActorId, type ActorId } from '../lib/hex';
import type { Identity } from '../chain/identity';
import { DEV, DEV_ACCOUNTS, isInWallet, KEY, type Account } from '../chain/wallet';
import { addressOf } from '../lib/address';
import { useTexts } from '../i18n';
import { useChain } from './chain';
import { personDialog } from './dialogs';
import { guests } from './guests';
import { useIdentities } from './identities';
import { PeopleContext, type People } from './people';
import { preference, setPreference, usePreference } from '../lib/preferences';
import { ofTab, tryToKeep } from '../lib/storage';
import { ss58 } from '../lib/symbol';
import { nameIn, namesAt, namesKept, type Names } from './names';
import { parseRoute, useHash } from './route';
import { useSpendable } from './useStored';
import { useGuestLink } from './useGuestLink';
import { reconnectWallets, wallets, type WalletStatus } from './wallets';

interface AccountsValue {
  accounts: Account[];
  account: Account | null;
  /** The account's balance. Null until it is known. */
  balance: bigint | null;
  /** Whether what it does needs a person's consent in a wallet. */
  asksWallet: boolean;
  select: (account: Account | null) => void;
  wallet: WalletStatus;
  /** An account's name here, or its verified name on the chain, or the two ends of its address. */
  nameOf: (id: ActorId) => string;
}

const AccountsContext = createContext<AccountsValue | null>(null);

const NO_NAMES: Record<string, string> = {};

/** Each tab has its own account, so that two people can share a browser. */
const CHOSEN = 'rpsls/account';
/** The choice of somebody who only watches. */
const NOBODY = '';

interface AccountsProviderProps {
  /** Whether the page follows the link in the address, and does not just ask about it. */
  isLinkTaken: boolean;
  children: ReactNode;
}

export function AccountsProvider({ isLinkTaken, children }: AccountsProviderProps) {
  const { link } = useChain();
  const { m } = useTexts();
  const isDevelopment = link.status === 'online' ? link.chain.isDevelopment : null;
  const [hasDev, setHasDev] = useState(isDevelopment ?? false);
  const { status: wallet, accounts: held } = useSyncExternalStore(wallets.subscribe, wallets.get);
  const [chosen, setChosen] = useState(() => ofTab.getItem(CHOSEN) ?? preference('account') ?? NOBODY);

  // Whoever plays with play money goes on as the same while the connection is lost.
  if (isDevelopment !== null && isDevelopment !== hasDev) setHasDev(isDevelopment);

  useEffect(reconnectWallets, []);

  const select = useCallback((account: Account | null) => {
    const key = account ? keyOf(account) : NOBODY;
    tryToKeep(ofTab, CHOSEN, key);
    // A new tab begins with the account that was chosen last.
    if (account) setPreference('account', key);
    setChosen(key);
  }, []);

  useGuestLink(select, isLinkTaken);
  const visiting = useSyncExternalStore(guests.subscribe, guests.get);

  const [nicknames = NO_NAMES] = usePreference('nicknames');
  const identities = useIdentities();
  const prefix = useSyncExternalStore(ss58.subscribe, ss58.get);

  const given = useGivenNames();

  const accounts = useMemo(
    () => [
      ...(hasDev ? DEV_ACCOUNTS : []),
      ...visiting.map((guest) => ({ ...guest, name: nameIn(given, guest.id) ?? m.account.guest })),
      ...held,
    ],
    [hasDev, visiting, held, given, m],
  );
  const account = accounts.find((one) => keyOf(one) === chosen) ?? null;
  const balance = useSpendable(account?.id ?? null);

  const value = useMemo<AccountsValue>(() => {
    return {
      accounts,
      account,
      balance,
      asksWallet: account !== null && isInWallet(account),
      select,
      wallet,
      nameOf: (id) => {
        const own = nicknames[id] ?? accounts.find((account) => account.id === id)?.name;
        return own || (verifiedName(identities.get(id)) ?? nameIn(given, id) ?? shortAddress(id, prefix));
      },
    };
  }, [accounts, account, balance, select, wallet, nicknames, identities, given, prefix]);
  const { nameOf } = value;
  // A wallet may take back an account whose seat is still played here: it is no stranger's.
  const me = account?.id ?? (chosen.startsWith(`${DEV}/`) ? null : parseActorId(chosen.split('/').pop() ?? ''));
  const people = useMemo<People>(() => ({ me, nameOf, open: (id) => personDialog.set(id) }), [me, nameOf]);
  return (
    <AccountsContext value={value}>
      <PeopleContext value={people}>{children}</PeopleContext>
    </AccountsContext>
  );
}

/** The names that the host of the table on screen gives its guests. They count at no other table. */
function useGivenNames(): Names {
  const { screen } = parseRoute(useHash());
  const program = screen.name === 'table' ? screen.program : null;
  const kept = useSyncExternalStore(namesKept.subscribe, namesKept.get);
  return useMemo(() => (program && kept >= 0 ? namesAt(program) : new Map<string, string>()), [program, kept]);
}

/** Unverified names would let strangers pass for each other. */
function verifiedName(identity: Identity | null | undefined): string | null {
  return identity?.isVerified ? identity.name : null;
}

function keyOf({ source, id }: Account): string {
  return `${source}/${id}`;
}

export function useAccounts(): AccountsValue {
  const value = useContext(AccountsContext);
  if (!value) throw new Error('outside of the accounts');
  return value;
}

export function isDev(account: Account): boolean {
  return account.source === DEV;
}

/** Whether the account's key came with a link. */
export function isGuest(account: Account): boolean {
  return account.source === KEY;
}

/** A shortened address, in the form that wallets use. */
export function shortAddress(id: ActorId, prefix: number): string {
  const address = addressOf(id, prefix);
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** A program's shortened id. */
export function shortId(id: string): string {
  return `${id.slice(0, 8)}…${id.slice(-4)}`;
}
