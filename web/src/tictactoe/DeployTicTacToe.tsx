import { useState } from 'preact/compat';
import { pressed } from '../lib/aside';
import { readAmount } from '../lib/amount';
import { useTexts } from '../i18n';
import { useSymbol } from '../lib/symbol';
import { hrefOf } from '../way/route';
import type { ActorId } from '../lib/hex';
import { DeployFooter } from '../way/DeployFooter';
import { useDeploy, type Deployable } from '../way/useDeploy';
import { Card } from '../ui/Card';
import { Field } from '../ui/Field';
import { Toggle } from '../ui/Toggle';
import { ticTacToeProgram, TIC_TAC_TOE } from './artifacts';
import { useTicTacToeTexts } from './texts';

const WHOLE = /^\d{1,8}$/;
const SECONDS = { least: 5, most: 31_536_000 };
const PASSES = { least: 2, most: 65_536 };

function whole(text: string, { least, most }: { least: number; most: number }): number | null {
  const value = WHOLE.test(text.trim()) ? Number(text) : NaN;
  return value >= least && value <= most ? value : null;
}

const TARGET: Deployable = {
  types: TIC_TAC_TOE,
  load: ticTacToeProgram,
  bound: null,
  example: { turn_timeout: SECONDS.least * 1_000, pass: null, owner: null },
};

const screenOf = (program: ActorId) => ({ name: 'ticTacToe', program }) as const;

export function DeployTicTacToe() {
  const { m } = useTexts();
  const t = useTicTacToeTexts();
  const symbol = useSymbol();
  const deploying = useDeploy(TARGET);
  const [draft, setDraft] = useState({ seconds: '600', hasPass: false, price: '1', supply: '100' });
  const seconds = whole(draft.seconds, SECONDS);
  const price = readAmount(draft.price);
  const supply = whole(draft.supply, PASSES);
  const isReady = seconds !== null && (!draft.hasPass || (price !== null && supply !== null));
  const deploy = (): void => {
    if (seconds === null) return;
    const pass = draft.hasPass && price !== null ? { price: price.toString(), supply } : null;
    const config = { turn_timeout: seconds * 1_000, pass, owner: null };
    pressed(deploying.send(config, t.deployed, (program, node) => hrefOf(screenOf(program), node)));
  };
  return (
    <Card title={t.deploy}>
      <p className="muted">{t.deployText}</p>
      <div className="form">
        <Field label={t.turnTime} error={seconds === null ? t.notWhole : null}>
          {(props) => (
            <input
              {...props}
              inputMode="numeric"
              value={draft.seconds}
              onChange={(event) => setDraft({ ...draft, seconds: event.currentTarget.value })}
            />
          )}
        </Field>
        <Toggle label={t.withPass} isOn={draft.hasPass} onChange={(hasPass) => setDraft({ ...draft, hasPass })} />
        {draft.hasPass && (
          <div className="columns">
            <Field label={t.passPrice(symbol)} error={price === null ? m.config.problems.notAmount : null}>
              {(props) => (
                <input
                  {...props}
                  inputMode="decimal"
                  value={draft.price}
                  onChange={(event) => setDraft({ ...draft, price: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={t.passSupply} error={supply === null ? t.notWhole : null}>
              {(props) => (
                <input
                  {...props}
                  inputMode="numeric"
                  value={draft.supply}
                  onChange={(event) => setDraft({ ...draft, supply: event.currentTarget.value })}
                />
              )}
            </Field>
          </div>
        )}
        <DeployFooter
          isDevelopment={TIC_TAC_TOE.codes.deployed.kind === 'development'}
          deploying={deploying}
          isReady={isReady}
          onDeploy={deploy}
          screenOf={screenOf}
        >
          {t.deploy}
        </DeployFooter>
      </div>
    </Card>
  );
}
