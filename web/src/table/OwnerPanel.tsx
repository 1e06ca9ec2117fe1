import { useEffect, useState } from 'preact/compat';
import { pressed } from '../lib/aside';
import { useTexts } from '../i18n';
import type { GameConfig } from '../rpsls/config';
import type { GameState } from '../rpsls/state';
import { mustWait, sharesOf } from '../rpsls/stop';
import { Card } from '../ui/Card';
import { Icon } from '../ui/Icon';
import { Modal } from '../ui/Modal';
import { Person } from '../way/Person';
import type { GameRules } from '../rpsls/rules';
import { ActButton } from '../way/ActButton';
import { useTableActions } from './actions';
import { ConfigForm } from './ConfigForm';
import { RulesToggle } from './RulesToggle';
import { Sponsor } from './gas/Sponsor';
import { TroubleNotice } from './TroubleNotice';
import type { ActorId } from '../lib/hex';

interface OwnerPanelProps {
  program: ActorId;
  state: GameState;
}

/** What the owner can do besides playing. */
export function OwnerPanel({ program, state }: OwnerPanelProps) {
  const { m } = useTexts();
  const settings = useTableActions(program);
  const current = state.nextConfig ?? state.config;
  const currentRules = state.nextRules ?? state.rules;
  const [chosen, setChosen] = useState<GameRules | null>(null);
  const rules = chosen ?? currentRules;
  const isOther = rules.format !== currentRules.format || rules.startWhenFull !== currentRules.startWhenFull;
  return (
    <Card title={m.owner.title} aside={<Icon name="crown" />} className="owner">
      <p className="muted">{m.owner.intro}</p>
      <h3>{m.owner.nextTitle}</h3>
      <p className="hint">{state.nextConfig ? m.owner.nextSet : m.owner.nextSame}</p>
      <ConfigForm key={keyOf(current)} initial={current}>
        {(config) => (
          <>
            <RulesToggle rules={rules} seats={(config ?? current).seats} onChange={setChosen} />
            <div className="row">
              <ActButton
                step={settings.acting.step}
                isDisabled={config === null || !(isOther || keyOf(config) !== keyOf(current))}
                onClick={() =>
                  config &&
                  pressed(settings.setNext(keyOf(config) === keyOf(current) ? null : config, isOther ? rules : null))
                }
              >
                {m.owner.save}
              </ActButton>
            </div>
          </>
        )}
      </ConfigForm>
      <TroubleNotice acting={settings.acting} />
      <Sponsor program={program} state={state} />
      <StopGame program={program} state={state} />
    </Card>
  );
}

/** A key that resets the form when the chain's settings change. */
function keyOf(config: GameConfig): string {
  return Object.values(config).join('/');
}

function StopGame({ program, state }: OwnerPanelProps) {
  const { m, f } = useTexts();
  const actions = useTableActions(program);
  const [isOpen, setIsOpen] = useState(false);
  const [shares, isWaiting] = [sharesOf(state), mustWait(state)];
  const { clear } = actions.acting;
  // What was asked for was one game's end. A wallet that has not signed by then signs nothing.
  useEffect(() => {
    clear();
    setIsOpen(false);
  }, [clear, state.gamesFinished]);
  const description = (): string => {
    if (shares.length === 0) return m.owner.stopEmpty;
    if (isWaiting) return m.owner.stopLater;
    return state.stage === 'preparation' ? m.owner.stopLobby : m.owner.stopText;
  };
  return (
    <>
      <button
        type="button"
        className={shares.length === 0 ? 'button quiet' : 'button danger-quiet'}
        onClick={() => setIsOpen(true)}
      >
        {m.owner.stop}
      </button>
      <Modal title={m.owner.stopTitle} description={description()} isOpen={isOpen} onOpenChange={setIsOpen}>
        <ul className="shares">
          {!isWaiting &&
            shares.map(({ player, value }) => (
              <li key={player}>
                <Person id={player} />
                <span className="number">{f.amount(value)}</span>
              </li>
            ))}
        </ul>
        <TroubleNotice acting={actions.acting} />
        <div className="row end">
          <button type="button" className="button quiet" onClick={() => setIsOpen(false)}>
            {m.cancel}
          </button>
          <ActButton
            tone="danger"
            step={actions.acting.step}
            onClick={() =>
              pressed(
                actions.stop(state).then((outcome) => {
                  if (outcome === 'done') setIsOpen(false);
                }),
              )
            }
          >
            {m.owner.stopConfirm}
          </ActButton>
        </div>
      </Modal>
    </>
  );
}
