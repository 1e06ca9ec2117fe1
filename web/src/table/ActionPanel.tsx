import { lazy, Suspense, type ReactNode } from 'react';
import { useAccounts } from '../visitor/accounts';
import type { ActorId, Hex } from '../chain/hex';
import { useTexts } from '../i18n';
import { moveOfOpening } from '../rpsls/moves';
import type { Opening, Secret } from '../rpsls/secrets';
import { isIn, statusOf, type GameState } from '../rpsls/state';
import { sharesDueOf } from '../rpsls/stop';
import { part } from '../lib/part';
import { Notice } from '../ui/Notice';
import { ActButton } from '../program/ActButton';
import { Guarded } from '../program/guard';
import { useSeatOn, type TableActions } from './actions';
import { useAttention, useNews } from '../program/attention';
import { Heading } from '../ui/Heading';
import { ImportButton } from './ImportButton';
import { GasNotice } from './gas/GasNotice';
import { MoveForm } from './MoveForm';
import { BeHere } from './BeHere';
import { RegisterPanel } from './RegisterPanel';
import { RevealForMe } from './reveal/RevealForMe';
import { TroubleNotice } from './TroubleNotice';
import type { Settlement, TableSession } from './session';
import { useKeptFocus } from '../lib/useKeptFocus';
import { useReveal } from './reveal/useReveal';
import { useRevealChoice } from './reveal/useRevealChoice';
import { useOpening } from './useSecrets';
import { WatchPanel } from './WatchPanel';
import { YourMove } from './YourMove';

/** What a house says of the table, for whoever waits there. */
const ListedNote = lazy(async () => ({
  default: (await part(() => import('../house/ListedNote'))).ListedNote,
}));

interface PanelProps {
  state: GameState;
  actions: TableActions;
}

interface ActionPanelProps extends PanelProps {
  session: TableSession;
  /** The chain that the state is of. */
  genesis: Hex | null;
  due: Settlement | null;
}

/** What the person can do now, and nothing else. */
export function ActionPanel({ session, genesis, state, due, actions }: ActionPanelProps) {
  const { account } = useAccounts();
  const status = statusOf(state, account?.id ?? null);
  const commitment = account ? state.commitments.get(account.id) : undefined;
  const opening = useOpening(useSeatOn(genesis, session.program), commitment);
  // Reveals that are due call by themselves, unless their opening is not here.
  useAttention(status === 'toMove' || (status === 'toReveal' && opening.kind === 'absent'));

  const panel = (): ReactNode => {
    const shares = sharesDueOf(state);
    if (shares > 0n) return <SharesPanel state={state} actions={actions} hasAccount={account !== null} />;
    if (!account) return <WatchPanel program={session.program} state={state} />;
    switch (status) {
      case 'notRegistered':
        return <RegisterPanel program={session.program} state={state} actions={actions} />;
      case 'registered':
        return (
          <RegisteredPanel
            program={session.program}
            state={state}

            actions={actions}
            opening={opening}
          />
        );
      case 'toMove':
        // A new round begins with a new password.
        return (
          <MovePanel key={`${account.id}/${state.gamesFinished}/${state.round}`} state={state} actions={actions} />
        );
      case 'moved':
        return <MovedPanel opening={opening} />;
      case 'toReveal':
        return <RevealPanel session={session} state={state} opening={opening} />;
      case 'revealed':
        return <RevealedPanel opening={opening} />;
      case 'out':
        return <OutPanel />;
    }
  };
  return (
    <section className={`card act ${status}`} aria-live="polite" {...useKeptFocus(`${account?.id}/${status}`)}>
      <Guarded content={`${account?.id}/${state.stage}/${status}/${due?.kind}`}>
        {due && due.kind !== 'extended' && (
          <DuePanel state={state} actions={actions} isClosed={due.kind === 'closed'} hasAccount={account !== null} />
        )}
        {panel()}
      </Guarded>
      {account && isIn(state, account.id) && (
        <GasNotice program={session.program} state={state} clock={session.clock} />
      )}
      <TroubleNotice acting={actions.acting} />
    </section>
  );
}

interface RegisteredPanelProps extends PanelProps {
  program: ActorId;
  opening: Opening;
}

function RegisteredPanel({ program, state, actions, opening }: RegisteredPanelProps) {
  const { m } = useTexts();
  const isAlone = state.players.length < 2;
  useNews(isAlone ? null : m.act.joined, 'turn');
  return (
    <>
      <Heading
        title={m.act.registeredTitle}
        text={isAlone ? m.act.registeredAlone : opening.kind === 'here' ? m.act.registeredMoved : m.act.registeredText}
      />
      <BeHere state={state} />
      <Committed opening={opening} />
      <ActButton tone="quiet" step={actions.acting.step} onClick={() => void actions.leave()}>
        {m.act.leave(state.config.betSize === 0n)}
      </ActButton>
      <Suspense fallback={null}>
        <ListedNote program={program} />
      </Suspense>
    </>
  );
}

function MovePanel({ state, actions }: PanelProps) {
  const { m } = useTexts();
  return (
    <>
      <Heading title={m.act.moveTitle} text={m.act.moveText} />
      <MoveForm isBusy={actions.acting.step !== null}>
        {(chosen) => (
          <div className="act-row">
            <ActButton
              step={actions.acting.step}
              isDisabled={chosen === null}
              onClick={() => chosen && void actions.commit(state, chosen.opening)}
            >
              {chosen ? m.act.commit(m.moves[chosen.move]) : m.act.commitNone}
            </ActButton>
            <RevealForMe />
          </div>
        )}
      </MoveForm>
    </>
  );
}

function MovedPanel({ opening }: { opening: Opening }) {
  const { m } = useTexts();
  return (
    <>
      <Heading title={m.act.movedTitle} text={m.act.movedText} />
      <Committed opening={opening} />
    </>
  );
}

/** The move that waits to be shown, or that it can't be. */
function Committed({ opening }: { opening: Opening }) {
  const { m } = useTexts();
  switch (opening.kind) {
    case 'here':
      return (
        <>
          <YourMove secret={opening.secret} />
          <RevealForMe />
        </>
      );
    case 'absent':
      return <NoSecret text={m.act.noSecretEarly} />;
    case 'none':
    case 'unknown':
      return null;
  }
}

interface RevealPanelProps {
  session: TableSession;
  state: GameState;
  opening: Opening;
}

function RevealPanel({ session, state, opening }: RevealPanelProps) {
  const { m } = useTexts();
  if (opening.kind === 'here') return <RevealControls session={session} state={state} secret={opening.secret} />;
  return (
    <>
      <Heading title={m.act.revealTitle} text={m.act.revealText} />
      {opening.kind === 'absent' && <NoSecret text={m.act.noSecretText} />}
    </>
  );
}

function RevealControls({ session, state, secret }: Omit<RevealPanelProps, 'opening'> & { secret: Secret }) {
  const { m } = useTexts();
  const revealing = useReveal(session, state, secret);
  const [isByItself] = useRevealChoice(secret.account);
  const move = moveOfOpening(secret.opening);
  const shown = move ? m.moves[move] : '';
  return (
    <>
      {isByItself && revealing.step !== 'signing' ? (
        <Heading title={m.act.revealingTitle} text={m.act.revealingText} />
      ) : (
        <Heading title={m.act.revealTitle} text={m.act.revealText} />
      )}
      <div className="act-row">
        <ActButton step={revealing.step} onClick={() => void revealing.reveal()}>
          {m.act.reveal(shown)}
        </ActButton>
        <RevealForMe />
      </div>
      <details className="password">
        <summary>{m.act.nextToo}</summary>
        <p className="hint">{m.act.nextTooText}</p>
        <MoveForm isBusy={revealing.step !== null}>
          {(chosen) => (
            <ActButton
              // How far it has come stands on the button above.
              step={null}
              isDisabled={chosen === null || revealing.step !== null}
              onClick={() => chosen && void revealing.reveal(chosen.opening)}
            >
              {chosen ? m.act.revealAndCommit(shown, m.moves[chosen.move]) : m.act.commitNone}
            </ActButton>
          )}
        </MoveForm>
      </details>
      <TroubleNotice acting={revealing} />
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

function RevealedPanel({ opening }: { opening: Opening }) {
  const { m } = useTexts();
  return (
    <>
      <Heading title={m.act.revealedTitle} text={m.act.revealedText} />
      {opening.kind === 'here' && <YourMove secret={opening.secret} />}
    </>
  );
}

function OutPanel() {
  const { m } = useTexts();
  return <Heading title={m.act.outTitle} text={m.act.outText} />;
}

interface DuePanelProps extends PanelProps {
  /** Whether nobody has acted for so long that the game is over. */
  isClosed: boolean;
  hasAccount: boolean;
}

function DuePanel({ state, actions, isClosed, hasAccount }: DuePanelProps) {
  const { m } = useTexts();
  return (
    <Notice tone="warning" icon="clock" title={isClosed ? m.act.closedTitle : m.act.dueTitle}>
      <p>{isClosed ? m.act.closedText : m.act.dueText}</p>
      {hasAccount && <AdvanceButton state={state} actions={actions} text={isClosed ? m.act.close : m.act.advance} />}
    </Notice>
  );
}

/** For a lobby that is shut until a stopped game's players are paid. */
function SharesPanel({ state, actions, hasAccount }: PanelProps & { hasAccount: boolean }) {
  const { m, f } = useTexts();
  return (
    <>
      <Heading title={m.act.sharesTitle} text={m.act.sharesText(f.amount(sharesDueOf(state)))} />
      {hasAccount && <AdvanceButton state={state} actions={actions} text={m.act.payShares} />}
    </>
  );
}

function AdvanceButton({ state, actions, text }: PanelProps & { text: string }) {
  return (
    <ActButton step={actions.acting.step} onClick={() => void actions.advance(state.players.length)}>
      {text}
    </ActButton>
  );
}
