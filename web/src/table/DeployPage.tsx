import { RPSLS, rpslsProgram } from '../artifacts';
import { AccountChooser } from '../app/AccountChooser';
import { useAccounts } from '../app/accounts';
import { useChain } from '../app/chain';
import { hrefOf } from '../app/route';
import { useTexts } from '../i18n';
import { encodable, type GameConfig } from '../rpsls/config';
import { Card } from '../ui/Card';
import { Notice } from '../ui/Notice';
import { ActButton } from './ActButton';
import { ConfigForm } from './ConfigForm';
import { useDeploy } from './useDeploy';

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
  const { connection } = useChain();
  const { step, failure, perhaps, send } = useDeploy(RPSLS, rpslsProgram);
  const deploy = (config: GameConfig): Promise<void> =>
    send(encodable(config), m.deploy.done, (program, node) => hrefOf({ name: 'table', program }, node));
  return (
    <Card title={m.deploy.title} level={1} className="narrow">
      <p className="muted">{m.deploy.intro}</p>
      <ConfigForm initial={INITIAL}>
        {(config) =>
          account ? (
            <div className="row">
              <ActButton
                step={step}
                isDisabled={config === null}
                onClick={() => config && void deploy(config)}
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
          {perhaps && (
            <a className="button quiet" href={hrefOf({ name: 'table', program: perhaps }, connection.url)}>
              {m.deploy.perhaps}
            </a>
          )}
        </Notice>
      )}
    </Card>
  );
}
