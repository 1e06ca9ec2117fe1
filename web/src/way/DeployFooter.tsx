import type { ReactNode } from 'preact/compat';
import { AccountChooser } from './AccountChooser';
import { useAccounts } from './accounts';
import { useChain } from './chain';
import { hrefOf, type Screen } from './route';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';
import { ActButton } from './ActButton';
import type { Deploying } from './useDeploy';

interface DeployFooterProps {
  /** Whether the code is no release. */
  isDevelopment: boolean;
  deploying: Deploying;
  isReady: boolean;
  onDeploy: () => void;
  screenOf: (program: ActorId) => Exclude<Screen, { name: 'notFound' }>;
  children: ReactNode;
}

/** The end of a form that deploys: what it costs, the button, and what went wrong. */
export function DeployFooter({ isDevelopment, deploying, isReady, onDeploy, screenOf, children }: DeployFooterProps) {
  const { m, f } = useTexts();
  const { account } = useAccounts();
  const { connection } = useChain();
  const { step, failure, cost, perhaps } = deploying;
  const price = cost && m.deploy.cost(f.rounded(cost.fee + cost.deposit), f.rounded(cost.fee), f.amount(cost.deposit));
  if (!account) {
    return (
      <>
        <Notice tone="calm" icon="wallet">
          <p>{m.deploy.needAccount}</p>
        </Notice>
        <AccountChooser />
      </>
    );
  }
  return (
    <>
      <p className="hint deploy-cost" role="status">
        {price ? m.paragraph(price, ...(cost.isNewCode ? [m.deploy.newCode] : [])) : m.deploy.asking}
      </p>
      {isDevelopment && <p className="hint">{m.deploy.development}</p>}
      <div className="row">
        <ActButton step={step} isDisabled={!isReady} onClick={onDeploy}>
          {children}
        </ActButton>
      </div>
      {failure && (
        <Notice tone="error">
          <p>{f.failure(failure)}</p>
          {perhaps && (
            <a className="button quiet" href={hrefOf(screenOf(perhaps), connection.url)}>
              {m.deploy.perhaps}
            </a>
          )}
        </Notice>
      )}
    </>
  );
}
