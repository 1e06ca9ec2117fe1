import { useSyncExternalStore } from 'preact/compat';
import { Avatar } from '../ui/Avatar';
import { Icon } from '../ui/Icon';
import { Notice } from '../ui/Notice';
import { useTexts } from '../i18n';
import { isDev, isGuest, useAccounts } from './accounts';
import { useChain } from './chain';
import { WalletLinks } from './WalletLinks';
import { connectWallets, wallets, type WalletStatus } from './wallets';

/** All accounts that can act here, and ways to get more. */
export function AccountChooser({ onChosen }: { onChosen?: () => void }) {
  const { m } = useTexts();
  const { accounts, wallet } = useAccounts();
  const hasDev = accounts.some(isDev);
  return (
    <div className="chooser">
      <AccountList title={m.account.dev} hint={m.account.devHint} holds={isDev} onChosen={onChosen} />
      <AccountList title={m.account.guests} hint={m.account.guestHint} holds={isGuest} onChosen={onChosen} />
      <AccountList
        title={m.account.wallets}
        holds={(account) => !isDev(account) && !isGuest(account)}
        onChosen={onChosen}
      />
      {wallet !== 'connected' && wallet !== 'silent' && (
        <button
          type="button"
          className={`button ${hasDev ? 'quiet' : 'primary'}`}
          aria-disabled={wallet === 'asking'}
          onClick={connectWallets}
        >
          <Icon name="wallet" />
          {m.account.connect}
        </button>
      )}
      <WalletNotice wallet={wallet} />
      <SilentWallets />
    </div>
  );
}

/** What the wallets said, if there is more to say than their accounts. */
function WalletNotice({ wallet }: { wallet: WalletStatus }) {
  const { m } = useTexts();
  switch (wallet) {
    case 'unasked':
    case 'connected':
    case 'silent':
      return null;
    case 'asking':
      return (
        <p className="hint" role="status">
          {m.account.asking}
        </p>
      );
    case 'refused':
      return (
        <Notice tone="warning" title={m.account.refused}>
          <p>{m.account.refusedText}</p>
        </Notice>
      );
    case 'noAccounts':
      return (
        <Notice tone="warning">
          <p>{m.account.noAccounts}</p>
        </Notice>
      );
    case 'noExtension':
      return <WalletLinks />;
  }
}

/** The wallets that have not answered, whatever the others did. */
function SilentWallets() {
  const { m } = useTexts();
  const { silent } = useSyncExternalStore(wallets.subscribe, wallets.get);
  if (silent.length === 0) return null;
  return (
    <Notice tone="warning" icon="wallet" title={m.account.silent(silent.join(', '))}>
      <p>{m.account.silentText}</p>
      <button type="button" className="button quiet" onClick={connectWallets}>
        {m.account.askAgain}
      </button>
    </Notice>
  );
}

interface AccountListProps {
  title: string;
  hint?: string;
  /** Which accounts are on it. */
  holds: typeof isDev;
  onChosen?: (() => void) | undefined;
}

function AccountList({ title, hint, holds, onChosen }: AccountListProps) {
  const { m } = useTexts();
  const { account: chosen, accounts: all, select, nameOf } = useAccounts();
  const accounts = all.filter(holds);
  const { link } = useChain();
  const genesis = link.status === 'online' ? link.chain.genesis : null;
  if (accounts.length === 0) return null;
  return (
    <div role="group" aria-label={title}>
      <p className="label">{title}</p>
      <ul className="accounts">
        {accounts.map((account) => {
          const isElsewhere = account.genesis !== null && account.genesis !== genesis;
          // Two wallets may hold it: the person chooses which of them signs.
          const isTwin = accounts.some((other) => other !== account && other.id === account.id);
          return (
            <li key={`${account.source}/${account.id}`}>
              <button
                type="button"
                className="account"
                aria-pressed={account === chosen}
                onClick={() => {
                  select(account);
                  onChosen?.();
                }}
              >
                <Avatar id={account.id} />
                <span className="account-name">{account.name || nameOf(account.id)}</span>
                {isTwin && <span className="tag">{account.source}</span>}
                {isElsewhere && <span className="tag warning">{m.account.otherChain}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
}
