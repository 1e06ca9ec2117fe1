import { Avatar } from '../ui/Avatar';
import { Icon } from '../ui/Icon';
import { Notice } from '../ui/Notice';
import { useTexts } from '../i18n';
import type { Account } from '../chain/wallet';
import { isDev, shortId, useAccounts } from './accounts';
import { useChain } from './chain';

/** Every account that can act here, and the way to more of them. */
export function AccountChooser({ onChosen }: { onChosen?: () => void }) {
  const { m } = useTexts();
  const { accounts, wallet, connectWallet } = useAccounts();
  const dev = accounts.filter(isDev);
  const held = accounts.filter((account) => !isDev(account));
  return (
    <div className="chooser">
      {dev.length > 0 && (
        <AccountList title={m.account.dev} hint={m.account.devHint} accounts={dev} onChosen={onChosen} />
      )}
      {held.length > 0 && <AccountList title={m.account.wallets} accounts={held} onChosen={onChosen} />}
      {wallet !== 'connected' && (
        <button
          type="button"
          className={`button ${dev.length > 0 ? 'quiet' : 'primary'}`}
          aria-disabled={wallet === 'asking'}
          onClick={() => void connectWallet()}
        >
          <Icon name="wallet" />
          {m.account.connect}
        </button>
      )}
      {wallet === 'noExtension' && (
        <Notice tone="warning" title={m.account.noExtension}>
          <p>{m.account.noExtensionText}</p>
        </Notice>
      )}
      {wallet === 'noAccounts' && (
        <Notice tone="warning">
          <p>{m.account.noAccounts}</p>
        </Notice>
      )}
    </div>
  );
}

interface AccountListProps {
  title: string;
  hint?: string;
  accounts: Account[];
  onChosen?: (() => void) | undefined;
}

function AccountList({ title, hint, accounts, onChosen }: AccountListProps) {
  const { m } = useTexts();
  const { account: chosen, select } = useAccounts();
  const { link } = useChain();
  const genesis = link.status === 'online' ? link.chain.genesis : null;
  return (
    <div role="group" aria-label={title}>
      <p className="label">{title}</p>
      <ul className="accounts">
        {accounts.map((account) => {
          const isElsewhere = account.genesis !== null && account.genesis !== genesis;
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
                <span className="account-name">{account.name || shortId(account.id)}</span>
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
