import { useState } from 'react';
import { RPSLS, rpslsProgram } from '../artifacts';
import { hrefOf } from '../visitor/route';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import { encodable, NEW_TABLE, type GameConfig } from '../rpsls/config';
import { INIT_GAS } from '../rpsls/gas';
import { encodableRules, MODERN, type GameRules } from '../rpsls/rules';
import { Card } from '../ui/Card';
import { ConfigForm } from './ConfigForm';
import { DeployFooter } from '../program/DeployFooter';
import { RulesToggle } from './RulesToggle';
import { useDeploy, type Deployable } from '../program/useDeploy';

/** What a deployment takes; the table is its sender's. */
function initOf(config: GameConfig, rules: GameRules): unknown {
  return { config: encodable(config), rules: encodableRules(rules), owner: null };
}

const TABLE: Deployable = {
  types: RPSLS,
  load: rpslsProgram,
  bound: INIT_GAS,
  example: initOf(NEW_TABLE, MODERN),
};

const screenOf = (program: ActorId) => ({ name: 'table', program }) as const;

/** For who has no table yet. */
export function DeployPage() {
  const { m } = useTexts();
  const [rules, setRules] = useState(MODERN);
  const deploying = useDeploy(TABLE);
  const deploy = (config: GameConfig): Promise<void> =>
    deploying.send(initOf(config, rules), m.deploy.done, (program, node) => hrefOf(screenOf(program), node));
  return (
    <Card title={m.deploy.title} level={1} className="narrow">
      <p className="muted">{m.deploy.intro}</p>
      <ConfigForm initial={NEW_TABLE}>
        {(config) => (
          <>
            <RulesToggle rules={rules} seats={config?.seats ?? NEW_TABLE.seats} onChange={setRules} />
            <DeployFooter
              code={RPSLS.codes.deployed}
              deploying={deploying}
              isReady={config !== null}
              onDeploy={() => config && void deploy(config)}
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
