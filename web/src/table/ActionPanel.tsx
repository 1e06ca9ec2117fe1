import { useState, type ReactNode } from 'preact/compat';
import { pressed } from '../lib/aside';
import { useAccounts } from '../visitor/accounts';
import type { ActorId, Hex } from '../lib/hex';
import { useTexts } from '../i18n';
import { mayGoOn } from '../rpsls/knockout';
import { moveOfOpening } from '../rpsls/moves';
import type { Opening, Secret } from '../rpsls/secrets';
import { opponentOf } from '../rpsls/pairing';
import { isDuel, isIn, promisedUntil, statusOf, type GameState } from '../rpsls/state';
import { sharesDueOf } from '../rpsls/stop';
import { Notice } from '../ui/Notice';
import { ActButton } from '../program/ActButton';
import { Guarded } from '../program/guard';
import { useSeatOn, type TableActions } from './actions';
import { useAttention } from '../program/attention';
import { Heading } from '../ui/Heading';
import { Committed, NoSecret } from './Committed';
import { GasNotice } from './gas/GasNotice';
import { MoveForm } from './MoveForm';
import { RegisterPanel } from './RegisterPanel';
import { RevealForMe } from './reveal/RevealForMe';
import { Showing } from './reveal/Showing';
import { useChainTime } from '../program/useChainTime';
import { TroubleNotice } from './TroubleNotice';
import type { Settlement, TableSession } from './session';
import { useKeptFocus } from '../lib/useKeptFocus';
import { useKeptHeight } from '../lib/useKeptHeight';
import { useReveal } from './reveal/useReveal';
import { useRevealWay } from './reveal/useRevealWay';
import { useOpening } from './useSecrets';
import { useName } from '../visitor/people';
import { Meanwhile } from './waiting/Meanwhile';
import { RegisteredPanel } from './waiting/RegisteredPanel';
import { WatchPanel } from './WatchPanel';
import { YourMove } from './YourMove';

interface PanelProps {
  state: GameState;
  actions: TableActions;
}

interface ActionPanelProps extends PanelProps {
  session: TableSession;
  /** The genesis hash of the chain that the state comes from. */
  genesis: Hex | null;
  due: Settlement | null;
}

/** What the person can do now, and nothing else. */
export function ActionPanel({ session, genesis, state, due, actions }: ActionPanelProps) {
  const { account } = useAccounts();
  const status = statusOf(state, account?.id ?? null);
  const commitment = account ? state.commitments.get(account.id) : undefined;
  const opening = useOpening(useSeatOn(genesis, session.program), commitment);
  // A due reveal calls for itself, unless this browser lacks its opening.
  useAttention(status === 'toMove' || (status === 'toReveal' && opening.kind === 'absent'));

  const panel = (): ReactNode => {
    const shares = sharesDueOf(state);
    if (shares > 0n) return <SharesPanel state={state} actions={actions} hasAccount={account !== null} />;
    if (!account) return <WatchPanel program={session.program} state={state} />;
    switch (status) {
      case 'notRegistered':
        return <RegisterPanel program={session.program} state={state} actions={actions} />;
      case 'registered':
        return <RegisteredPanel program={session.program} state={state} actions={actions} opening={opening} />;
      case 'toMove':
        // The key makes a new round begin with a new password.
        return (
          <MovePanel
            key={`${account.id}/${state.gamesFinished}/${state.round}`}
            state={state}
            actions={actions}
            me={account.id}
          />
        );
      case 'moved':
        return <MovedPanel state={state} opening={opening} />;
      case 'toReveal':
        return <RevealPanel session={session} state={state} opening={opening} />;
      case 'revealed':
        return <RevealedPanel state={state} opening={opening} />;
      case 'out':
        return <OutPanel />;
    }
  };
  // The bot stays for those who have begun to play it.
  const isAlone = status === 'registered' && state.players.length < 2;
  const game = `${account?.id}/${state.gamesFinished}`;
  const [botOf, setBotOf] = useState<string | null>(null);
  if (isAlone && botOf !== game) setBotOf(game);
  // Two boards would take one key for two moves.
  const isChoosing = status === 'toMove' || (status === 'toReveal' && mayGoOn(state));
  const hasBot = botOf === game && account !== null && isIn(state, account.id) && !isChoosing;
  const room = useKeptHeight(hasBot ? game : null);
  return (
    <section className={`card act ${status}`} aria-live="polite" {...useKeptFocus(`${account?.id}/${status}`)}>
      <Guarded content={`${account?.id}/${state.stage}/${status}/${due?.kind}`}>
        {due && due.kind !== 'extended' && (
          <DuePanel state={state} actions={actions} isClosed={due.kind === 'closed'} hasAccount={account !== null} />
        )}
        <div className="act-panel" ref={room}>
          {panel()}
        </div>
      </Guarded>
      {account && isIn(state, account.id) && (
        <GasNotice key={String(isAlone)} program={session.program} state={state} />
      )}
      <TroubleNotice acting={actions.acting} />
      {hasBot && <Meanwhile />}
    </section>
  );
}

function MovePanel({ state, actions, me }: PanelProps & { me: ActorId }) {
  const { m, f } = useTexts();
  const nameOf = useName();
  const opponent = opponentOf(me, state);
  const meets = opponent === undefined ? [] : [m.bracket.meet(opponent && nameOf(opponent))];
  const promised = promisedUntil(state);
  return (
    <>
      <Heading title={m.act.moveTitle} text={m.paragraph(...meets, m.act.moveText)} />
      <MoveForm isBusy={actions.acting.step !== null}>
        {(chosen) => (
          <div className="act-row">
            <ActButton
              step={actions.acting.step}
              isDisabled={chosen === null}
              onClick={() => chosen && pressed(actions.commit(state, chosen.opening))}
            >
              {chosen ? m.act.commit(m.moves[chosen.move]) : m.act.commitNone}
            </ActButton>
            <RevealForMe />
          </div>
        )}
      </MoveForm>
      {promised !== null && <p className="hint">{m.act.promised(f.moment(promised))}</p>}
    </>
  );
}

function MovedPanel({ state, opening }: { state: GameState; opening: Opening }) {
  const { m } = useTexts();
  return (
    <>
      <Heading title={m.act.movedTitle} text={m.act.movedText(isDuel(state))} />
      <Committed opening={opening} />
    </>
  );
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
  const { isByItself, isCalm, isLate, isRisky, step } = useRevealWay(session, state, secret.account, revealing);
  const clock = useChainTime(session.clock);
  const move = moveOfOpening(secret.opening);
  const shown = move ? m.moves[move] : '';
  if (isCalm) {
    return (
      <>
        <Heading title={m.act.revealingTitle} text={isByItself ? m.act.revealingText(isDuel(state)) : m.act.keepOpen} />
        <p className="showing">{m.act.steps[revealing.step ?? 'settling']}…</p>
      </>
    );
  }
  return (
    <>
      <Heading
        title={m.act.revealTitle}
        text={m.paragraph(m.act.revealText, ...(isLate && isRisky ? [m.act.unfinal] : []))}
      />
      {isLate && revealing.step && <Showing step={revealing.step} clock={clock} since={state.stageStarted} />}
      <div className="act-row">
        <ActButton step={step} onClick={() => pressed(revealing.reveal(undefined, isLate))}>
          {m.act.reveal(shown)}
        </ActButton>
        <RevealForMe />
      </div>
      {mayGoOn(state) && (
        <details className="password">
          <summary>{m.act.nextToo}</summary>
          <p className="hint">{m.act.nextTooText}</p>
          <MoveForm isBusy={revealing.step !== null}>
            {(chosen) => (
              <ActButton
                // The button above shows the progress.
                step={null}
                isDisabled={chosen === null || revealing.step !== null}
                onClick={() => chosen && pressed(revealing.reveal(chosen.opening, isLate))}
              >
                {chosen ? m.act.revealAndCommit(shown, m.moves[chosen.move]) : m.act.commitNone}
              </ActButton>
            )}
          </MoveForm>
        </details>
      )}
      <TroubleNotice acting={revealing} />
    </>
  );
}

function RevealedPanel({ state, opening }: { state: GameState; opening: Opening }) {
  const { m } = useTexts();
  return (
    <>
      <Heading title={m.act.revealedTitle} text={m.act.revealedText(isDuel(state))} />
      {opening.kind === 'here' && <YourMove secret={opening.secret} />}
    </>
  );
}

function OutPanel() {
  const { m } = useTexts();
  return <Heading title={m.act.outTitle} text={m.act.outText} />;
}

interface DuePanelProps extends PanelProps {
  /** Whether the game counts as over, because nobody has acted for so long. */
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

/** The panel of a lobby that stays shut until a stopped game's players are paid. */
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
    <ActButton step={actions.acting.step} onClick={() => pressed(actions.advance(state.players.length))}>
      {text}
    </ActButton>
  );
}
