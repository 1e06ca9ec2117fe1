import { isGuest, useAccounts } from '../visitor/accounts';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import type { GameState } from '../rpsls/state';
import { Notice } from '../ui/Notice';
import { ActButton } from '../program/ActButton';
import type { TableActions } from './actions';
import { Heading } from '../ui/Heading';
import { MoveForm } from './MoveForm';
import { OneSignature } from './gas/OneSignature';
import { RevealForMe } from './reveal/RevealForMe';
import { RulesNote } from './RulesNote';

/** In less time, ms, an action may not become final on a public network. */
const HURRIED = 60_000;

interface RegisterPanelProps {
  program: ActorId;
  state: GameState;
  actions: TableActions;
}

/** For who has no seat: the terms, a move, and what it takes to sit down. */
export function RegisterPanel({ program, state, actions }: RegisterPanelProps) {
  const { m, f } = useTexts();
  const { account } = useAccounts();
  const { config, players, rules, stage } = state;
  if (stage !== 'preparation') return <Heading title={m.act.underWay} text={m.act.underWayText} />;
  if (players.length >= config.seats) return <Heading title={m.act.full} text={m.act.fullText} />;
  const bet = f.amountIfAny(config.betSize);
  const { step } = actions.acting;
  return (
    <>
      <Heading title={m.act.registerTitle} text={bet ? m.act.registerText(bet) : m.act.registerFree} />
      <RulesNote rules={rules} seats={config.seats} />
      <p className="hint">
        {m.paragraph(m.act.times(f.duration(config.moveTimeout), f.duration(config.revealTimeout)), m.act.mayStop)}
      </p>
      {Math.min(config.moveTimeout, config.revealTimeout) < HURRIED && (
        <Notice tone="warning" icon="clock">
          <p>{m.act.hurried}</p>
        </Notice>
      )}
      {account && isGuest(account) && (
        <Notice tone={bet ? 'warning' : 'calm'} icon="wallet">
          <p>{bet ? m.act.guestPoor(bet) : m.act.guest}</p>
        </Notice>
      )}
      <MoveForm isBusy={step !== null}>
        {(chosen) => (
          <div className="act-row">
            <ActButton
              step={step}
              isDisabled={chosen === null}
              onClick={() => chosen && void actions.join(state, chosen.opening)}
            >
              {chosen ? m.act.join(m.moves[chosen.move], bet) : m.act.commitNone}
            </ActButton>
            <ActButton tone="quiet" step={step} onClick={() => void actions.join(state, null)}>
              {m.act.joinLater(bet)}
            </ActButton>
            <RevealForMe />
          </div>
        )}
      </MoveForm>
      <OneSignature program={program} config={config} />
    </>
  );
}
