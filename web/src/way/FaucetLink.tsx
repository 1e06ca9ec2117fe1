import { faucetOf } from '../lib/networks';
import { useTexts } from '../i18n';
import { Icon } from '../ui/Icon';
import { useChain } from './chain';

/** The link to a chain's test tokens, if there is one. */
export function FaucetLink() {
  const { m } = useTexts();
  const { link } = useChain();
  const faucet = link.status === 'online' ? faucetOf(link.chain.genesis) : null;
  return (
    faucet && (
      <a className="button quiet" href={faucet} target="_blank" rel="noreferrer">
        <Icon name="arrow" />
        {m.account.faucet}
      </a>
    )
  );
}
