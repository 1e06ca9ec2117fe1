import { useSyncExternalStore } from 'preact/compat';
import { addressOf } from '../lib/address';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { Avatar } from '../ui/Avatar';
import { CopyButton } from '../ui/CopyButton';
import { Icon } from '../ui/Icon';
import { Modal } from '../ui/Modal';
import { AccountChooser } from '../way/AccountChooser';
import { useAccounts } from '../way/accounts';
import { useChain } from '../way/chain';
import { accountDialog } from '../way/dialogs';
import { FaucetLink } from '../way/FaucetLink';
import { hrefOf } from '../way/route';
import { useShownBalance } from './useShownBalance';

/** The account that plays in this tab, and its balance. */
export function AccountDialog() {
  const { m, f } = useTexts();
  const { account, balance, select, nameOf } = useAccounts();
  const shown = useShownBalance();
  const { connection } = useChain();
  const isOpen = useSyncExternalStore(accountDialog.subscribe, accountDialog.get);
  const setIsOpen = accountDialog.set.bind(accountDialog);
  const name = account && (account.name || nameOf(account.id));
  return (
    <>
      <button
        type="button"
        className={`button account-button ${account ? 'quiet' : 'primary'}`}
        aria-label={account ? undefined : m.account.choose}
        onClick={() => {
          // Where nothing else needs the node, accounts do.
          connection.begin();
          setIsOpen(true);
        }}
      >
        {account ? <Avatar id={account.id} /> : <Icon name="wallet" />}
        <span className="account-label">
          {name && <span className="hidden">{m.account.signedInAs}</span>}
          <span className="account-name">
            {name ?? (
              <>
                <span className="if-wide">{m.account.choose}</span>
                <span className="if-narrow">{m.account.short}</span>
              </>
            )}
          </span>
          {shown !== null && (
            <span className="account-balance" translate={false}>
              {f.rounded(shown)}
            </span>
          )}
        </span>
      </button>
      <Modal
        title={account ? m.account.short : m.account.choose}
        description={account ? undefined : m.act.watchText}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        {account && <Chosen id={account.id} balance={balance} onWatch={() => select(null)} />}
        <AccountChooser onChosen={() => setIsOpen(false)} />
        <a className="button quiet" href={hrefOf({ name: 'you' }, connection.url)} onClick={() => setIsOpen(false)}>
          <Icon name="trophy" />
          {m.titles.you}
        </a>
      </Modal>
    </>
  );
}

function Chosen({ id, balance, onWatch }: { id: ActorId; balance: bigint | null; onWatch: () => void }) {
  const { m, f } = useTexts();
  const { link } = useChain();
  if (link.status !== 'online') return null;
  const address = addressOf(id, link.chain.ss58);
  return (
    <div className="chosen">
      <p className="mono breakable">{address}</p>
      <p>
        <span className="label">{m.account.balance}</span>{' '}
        <strong className="number" translate={false}>
          {balance === null ? '…' : f.amount(balance)}
        </strong>
      </p>
      {balance === 0n && <p className="hint">{m.account.empty}</p>}
      <div className="row">
        <CopyButton text={address} label={m.account.copyAddress} />
        <FaucetLink />
        <button type="button" className="button quiet" onClick={onWatch}>
          <Icon name="eye" />
          {m.account.watch}
        </button>
      </div>
    </div>
  );
}
