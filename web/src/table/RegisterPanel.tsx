import { isGuest, useAccounts } from '../way/accounts';
import { pressed } from '../lib/aside';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { placesOf } from '../rpsls/rules';
import type { GameState } from '../rpsls/state';
import { Notice } from '../ui/Notice';
import { ActButton } from '../way/ActButton';
import type { TableActions } from './actions';
import { Heading } from '../ui/Heading';
import { BeHere } from './BeHere';
import { InvitedBy } from './InvitedBy';
import { MayClear } from './KeptNote';
import { MoveForm } from './MoveForm';
import { OneSignature } from './gas/OneSignature';
import { PriceNote } from './gas/PriceNote';
import { useSeatPrice } from './gas/useSeatPrice';
import { RevealForMe } from './reveal/RevealForMe';
import { StakeWarnings } from './StakeWarnings';
import { TryFirst } from './TryFirst';

interface RegisterPanelProps {
  program: ActorId;
  state: GameState;
  actions: TableActions;
}

/** The panel for a person without a seat: the terms, a move, and the price of a seat. */
export function RegisterPanel(props: RegisterPanelProps) {
  const { m } = useTexts();
  const { config, rules, players, stage } = props.state;
  if (stage !== 'preparation') return <Heading title={m.act.underWay} text={m.act.underWayText} />;
  if (players.length >= placesOf(rules, config)) return <Heading title={m.act.full} text={m.act.fullText} />;
  return <SeatForm {...props} />;
}

function SeatForm({ program, state, actions }: RegisterPanelProps) {
  const { m, f } = useTexts();
  const { account } = useAccounts();
  const { config, rules } = state;
  const price = useSeatPrice(program, state);
  const isShort = price?.kind === 'short';
  // A guest without a wallet came by somebody's link.
  const isInvited = account !== null && isGuest(account);
  const bet = f.amountIfAny(config.betSize);
  const { step } = actions.acting;
  const isOnItsWay = step === 'sending' || step === 'waiting';
  return (
    <>
      {isOnItsWay ? (
        <Heading title={m.act.onItsWay} text={m.act.onItsWayText} />
      ) : isInvited ? (
        <InvitedBy state={state} isInvited />
      ) : (
        <Heading title={m.act.registerTitle} text={bet ? m.act.registerText(bet) : m.act.registerFree} />
      )}
      {isInvited && (
        <Notice tone={bet ? 'warning' : 'calm'} icon="wallet">
          <p>{bet ? m.act.guestPoor(bet) : m.act.guest}</p>
        </Notice>
      )}
      <MoveForm isBusy={step !== null}>
        {(chosen) => (
          <>
            <StakeWarnings config={config} rules={rules} />
            <BeHere program={program} state={state} />
            <MayClear state={state} />
            <PriceNote price={price} bet={config.betSize} />
            <div className="act-row">
              <ActButton
                step={step}
                isDisabled={chosen === null || isShort}
                onClick={() => chosen && pressed(actions.join(state, chosen.opening))}
              >
                {chosen ? m.act.join(m.moves[chosen.move], bet) : m.act.commitNone}
              </ActButton>
              <ActButton
                tone="quiet"
                step={step}
                isDisabled={isShort}
                onClick={() => pressed(actions.join(state, null))}
              >
                {m.act.joinLater(bet)}
              </ActButton>
              <RevealForMe />
            </div>
          </>
        )}
      </MoveForm>
      <OneSignature price={price} />
      {isInvited && <TryFirst program={program} />}
    </>
  );
}
