import { useState } from 'preact/compat';
import { pressed } from '../lib/aside';
import { RPSLS, rpslsProgram } from '../rpsls/artifacts';
import { hrefOf } from '../way/route';
import type { ActorId } from '../lib/hex';
import { parseAccount } from '../lib/address';
import { useTexts } from '../i18n';
import { NEW_TABLE, type GameConfig } from '../rpsls/config';
import { INIT_GAS } from '../rpsls/gas';
import { encodableTable, USUAL } from '../rpsls/rules';
import { forgetTable, rememberTable } from '../lib/preferences';
import { AccountField } from '../ui/AccountField';
import { Card } from '../ui/Card';
import { ConfigForm } from './ConfigForm';
import { DeployFooter } from '../way/DeployFooter';
import { inviteTo } from '../way/ShareDialog';
import { RulesToggle } from './RulesToggle';
import { useDeploy, type Deployable } from '../way/useDeploy';

const TABLE: Deployable = {
  types: RPSLS,
  load: rpslsProgram,
  bound: INIT_GAS,
  example: encodableTable(NEW_TABLE, USUAL),
  keep: rememberTable,
  drop: forgetTable,
};

const screenOf = (program: ActorId) => ({ name: 'table', program }) as const;

/** The page for somebody who has no table yet. */
export function DeployPage() {
  const { m } = useTexts();
  const [rules, setRules] = useState(USUAL);
  const [ownerText, setOwnerText] = useState('');
  const owner = parseAccount(ownerText);
  const isOwnerBad = ownerText.trim() !== '' && owner === null;
  const deploying = useDeploy(TABLE);
  const deploy = (config: GameConfig): Promise<void> =>
    deploying.send(encodableTable(config, rules, owner), m.deploy.done, (program, node) => {
      inviteTo(program);
      return hrefOf(screenOf(program), node);
    });
  return (
    <Card title={m.deploy.title} level={1} className="narrow">
      <p className="muted">{m.deploy.intro}</p>
      <ConfigForm initial={NEW_TABLE}>
        {(config) => (
          <>
            <RulesToggle rules={rules} seats={config?.seats ?? NEW_TABLE.seats} onChange={setRules} />
            <AccountField
              label={m.deploy.owner}
              hint={m.deploy.ownerHint}
              error={isOwnerBad ? m.badAccount : null}
              value={ownerText}
              onChange={setOwnerText}
            />
            <DeployFooter
              isDevelopment={RPSLS.codes.deployed.kind === 'development'}
              deploying={deploying}
              isReady={config !== null && !isOwnerBad}
              onDeploy={() => config && pressed(deploy(config))}
              screenOf={screenOf}
            >
              {m.deploy.submit}
            </DeployFooter>
          </>
        )}
      </ConfigForm>
    </Card>
  );
}
