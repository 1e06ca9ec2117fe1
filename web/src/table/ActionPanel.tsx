import { stringToU8a } from '@polkadot/util';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { AccountChooser } from '../app/AccountChooser';
import { useAccounts } from '../app/accounts';
import { usePreference } from '../app/preferences';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import type { StageChange } from '../rpsls/messages';
import { moveOfOpening, type Move } from '../rpsls/moves';
import { randomPassword } from '../rpsls/opening';
import { MAX_LENGTH } from '../rpsls/password';
import type { Secret } from '../rpsls/secrets';
import { statusOf, type GameState } from '../rpsls/state';
import { Notice } from '../ui/Notice';
import { Toggle } from '../ui/Toggle';
import { ActButton } from './ActButton';
import { useSeat, type TableActions } from './actions';
import { useAttention } from './attention';
import { ImportButton } from './ImportButton';
import { MovePicker } from './MovePicker';
import { PasswordField } from './PasswordField';
import { TroubleNotice } from './TroubleNotice';
import { useRevealForMe } from './useRevealForMe';
import { useOpening } from './useSecrets';
import { YourMove } from './YourMove';

interface PanelProps {
  state: GameState;
  actions: TableActions;
}

interface ActionPanelProps extends PanelProps {
  program: ActorId;
  due: StageChange | null;
}

/** What the person can do now, and nothing else. */
export function ActionPanel({ program, state, due, actions }: ActionPanelProps) {
  const { account } = useAccounts();
  const seat = useSeat(program);
  const status = statusOf(state, account?.id ?? null);
  const commitment = account ? state.commitments.get(account.id) : undefined;
  const opening = useOpening(seat, commitment);
  const isToReveal = status === 'toReveal';
  const [revealForMe] = useRevealChoice(account?.id ?? null);
  useRevealForMe(revealForMe && isToReveal, opening, actions.reveal);
  useAttention(status === 'toMove' || isToReveal);

  const panel = (): ReactNode => {
    if (!account) return <WatchPanel />;
    switch (status) {
      case 'notRegistered':
        return <RegisterPanel state={state} actions={actions} />;
      case 'registered':
        return <RegisteredPanel state={state} actions={actions} />;
      case 'toMove':
        // A new round begins with a new password.
        return <MovePanel key={`${account.id}/${state.gamesFinished}/${state.round}`} state={state} actions={actions} />;
      case 'moved':
        return <MovedPanel opening={opening} />;
      case 'toReveal':
        return <RevealPanel opening={opening} actions={actions} />;
      case 'revealed':
        return <RevealedPanel opening={opening} />;
      case 'out':
        return <OutPanel />;
    }
  };
  return (
    <section className={`card act ${status}`} aria-live="polite">
      {due && due.kind !== 'extended' && <DuePanel actions={actions} hasAccount={account !== null} />}
      {panel()}
      <TroubleNotice acting={actions.acting} />
    </section>
  );
}

function Heading({ title, text }: { title: string; text: string }) {
  return (
    <header className="act-header">
      <h2 className="act-title">{title}</h2>
      <p className="muted">{text}</p>
    </header>
  );
}

function WatchPanel() {
  const { m } = useTexts();
  return (
    <>
      <Heading title={m.act.watchTitle} text={m.act.watchText} />
      <AccountChooser />
    </>
  );
}

/** In less time, ms, an action may not become final on a public network. */
const HURRIED = 60_000;

function RegisterPanel({ state, actions }: PanelProps) {
  const { m, f } = useTexts();
  const { config, players, stage } = state;
  if (stage !== 'preparation') return <Heading title={m.act.underWay} text={m.act.underWayText} />;
  if (players.length >= config.seats) return <Heading title={m.act.full} text={m.act.fullText} />;
  const bet = f.amount(config.betSize);
  const isFree = config.betSize === 0n;
  return (
    <>
      <Heading title={m.act.registerTitle} text={isFree ? m.act.registerFree : m.act.registerText(bet)} />
      <p className="muted">{m.act.times(f.duration(config.moveTimeout), f.duration(config.revealTimeout))}</p>
      {Math.min(config.moveTimeout, config.revealTimeout) < HURRIED && (
        <Notice tone="warning" icon="clock">
          <p>{m.act.hurried}</p>
        </Notice>
      )}
      <ActButton step={actions.acting.step} onClick={() => void actions.register(config.betSize)}>
        {isFree ? m.act.registerForFree : m.act.register(bet)}
      </ActButton>
    </>
  );
}

function RegisteredPanel({ state, actions }: PanelProps) {
  const { m } = useTexts();
  const isAlone = state.players.length < 2;
  return (
    <>
      <Heading title={m.act.registeredTitle} text={isAlone ? m.act.registeredAlone : m.act.registeredText} />
      <ActButton tone="quiet" step={actions.acting.step} onClick={() => void actions.leave()}>
        {m.act.leave}
      </ActButton>
    </>
  );
}

function MovePanel({ state, actions }: PanelProps) {
  const { m } = useTexts();
  const [move, setMove] = useState<Move | null>(null);
  const [password, setPassword] = useState(() => ({ text: randomPassword(), isOwn: false }));
  const { trouble } = actions.acting;
  const isTaken = trouble?.kind === 'refused' && trouble.error.kind === 'commitmentTaken';
  useEffect(() => {
    if (isTaken) setPassword({ text: randomPassword(), isOwn: false });
  }, [isTaken]);
  const isTooLong = stringToU8a(password.text).length > MAX_LENGTH;
  const change = useCallback((text: string, isOwn: boolean) => setPassword({ text, isOwn }), []);
  return (
    <>
      <Heading title={m.act.moveTitle} text={m.act.moveText} />
      <MovePicker chosen={move} onChoose={setMove} />
      <p className="hint keys">{m.act.keys}</p>
      <details className="password">
        <summary>{m.act.password}</summary>
        <PasswordField password={password.text} isOwn={password.isOwn} onChange={change} />
      </details>
      <div className="act-row">
        <ActButton
          step={actions.acting.step}
          isDisabled={move === null || isTooLong || password.text === ''}
          onClick={() => move && void actions.commit(state, move, password.text)}
        >
          {move ? m.act.commit(m.moves[move]) : m.act.commitNone}
        </ActButton>
        <RevealForMe />
      </div>
    </>
  );
}

/** Whether the page reveals for this account, and how to change that. */
function useRevealChoice(account: ActorId | null): [isOn: boolean, set: (isOn: boolean) => void] {
  const [self = [], setSelf] = usePreference('revealSelf');
  const others = self.filter((id) => id !== account);
  return [others.length === self.length, (isOn) => setSelf(isOn || !account ? others : [...others, account])];
}

function RevealForMe() {
  const { m } = useTexts();
  const { account } = useAccounts();
  const [isOn, setIsOn] = useRevealChoice(account?.id ?? null);
  return (
    <Toggle
      label={m.act.revealForMe}
      hint={m.act.revealForMeHint}
      isOn={isOn}
      onChange={setIsOn}
    />
  );
}

function MovedPanel({ opening }: { opening: Secret | null }) {
  const { m } = useTexts();
  return (
    <>
      <Heading title={m.act.movedTitle} text={m.act.movedText} />
      {opening ? (
        <>
          <YourMove secret={opening} />
          <RevealForMe />
        </>
      ) : (
        <NoSecret text={m.act.noSecretEarly} />
      )}
    </>
  );
}

function RevealPanel({ opening, actions }: { opening: Secret | null; actions: TableActions }) {
  const { m } = useTexts();
  const move = opening && moveOfOpening(opening.opening);
  return (
    <>
      <Heading title={m.act.revealTitle} text={m.act.revealText} />
      {opening && move ? (
        <div className="act-row">
          <ActButton step={actions.acting.step} onClick={() => void actions.reveal(opening)}>
            {m.act.reveal(m.moves[move])}
          </ActButton>
          <RevealForMe />
        </div>
      ) : (
        <NoSecret text={m.act.noSecretText} />
      )}
    </>
  );
}

function NoSecret({ text }: { text: string }) {
  const { m } = useTexts();
  return (
    <Notice tone="warning" title={m.act.noSecretTitle}>
      <p>{text}</p>
      <ImportButton tone="primary" />
    </Notice>
  );
}

function RevealedPanel({ opening }: { opening: Secret | null }) {
  const { m } = useTexts();
  return (
    <>
      <Heading title={m.act.revealedTitle} text={m.act.revealedText} />
      {opening && <YourMove secret={opening} />}
    </>
  );
}

function OutPanel() {
  const { m } = useTexts();
  return <Heading title={m.act.outTitle} text={m.act.outText} />;
}

function DuePanel({ actions, hasAccount }: { actions: TableActions; hasAccount: boolean }) {
  const { m } = useTexts();
  return (
    <Notice tone="warning" icon="clock" title={m.act.dueTitle}>
      <p>{m.act.dueText}</p>
      {hasAccount && (
        <ActButton step={actions.acting.step} onClick={() => void actions.advance()}>
          {m.act.advance}
        </ActButton>
      )}
    </Notice>
  );
}
