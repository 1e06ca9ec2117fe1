import { useState } from 'react';
import { RPSLS, rpslsProgram } from '../artifacts';
import { AccountChooser } from '../app/AccountChooser';
import { useAccounts } from '../app/accounts';
import { useChain } from '../app/chain';
import { hrefOf } from '../app/route';
import { useToast } from '../app/toasts';
import { failureOf, type Failure } from '../chain/failure';
import { deploy, type Step } from '../chain/program';
import { useTexts } from '../i18n';
import { encodable, type GameConfig } from '../rpsls/config';
import { Card } from '../ui/Card';
import { Notice } from '../ui/Notice';
import { ActButton } from './ActButton';
import { ConfigForm } from './ConfigForm';

const INITIAL: GameConfig = {
  betSize: 10_000_000_000_000n,
  seats: 5,
  entryTimeout: 600_000,
  moveTimeout: 600_000,
  revealTimeout: 600_000,
};

/** For who has no table yet. */
export function DeployPage() {
  const { m, f } = useTexts();
  const { account } = useAccounts();
  const { connection, link } = useChain();
  const toast = useToast();
  const [step, setStep] = useState<Step | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async (config: GameConfig): Promise<void> => {
    if (link.status !== 'online' || !account) return;
    setFailure(null);
    try {
      const code = await rpslsProgram();
      const { program } = await deploy(link, RPSLS, code, account, encodable(config), setStep);
      toast(m.deploy.done);
      location.hash = hrefOf({ name: 'table', program }, connection.url);
    } catch (error) {
      console.warn('The table was not deployed:', error);
      setFailure(failureOf(error));
    } finally {
      setStep(null);
    }
  };
  return (
    <Card title={m.deploy.title} className="narrow">
      <p className="muted">{m.deploy.intro}</p>
      <ConfigForm initial={INITIAL}>
        {(config) =>
          account ? (
            <div className="row">
              <ActButton
                step={step}
                isDisabled={config === null || link.status !== 'online'}
                onClick={() => config && void send(config)}
              >
                {m.deploy.submit}
              </ActButton>
            </div>
          ) : (
            <>
              <Notice tone="calm" icon="wallet">
                <p>{m.deploy.needAccount}</p>
              </Notice>
              <AccountChooser />
            </>
          )
        }
      </ConfigForm>
      {failure && (
        <Notice tone="error">
          <p>{f.failure(failure)}</p>
        </Notice>
      )}
    </Card>
  );
}
