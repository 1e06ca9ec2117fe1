import { pressed } from '../lib/aside';
import { useTexts } from '../i18n';
import { mayGoOn } from '../rpsls/knockout';
import { moveOfOpening } from '../rpsls/moves';
import type { Opening, Secret } from '../rpsls/secrets';
import { isDuel, type GameState } from '../rpsls/state';
import { ActButton } from '../way/ActButton';
import { Heading } from '../ui/Heading';
import { NoSecret } from './Committed';
import { MoveForm } from './MoveForm';
import { RevealForMe } from './reveal/RevealForMe';
import { Showing } from './reveal/Showing';
import { useChainTime } from '../way/useChainTime';
import { TroubleNotice } from './TroubleNotice';
import type { TableSession } from './session';
import { useReveal } from './reveal/useReveal';
import { useRevealWay } from './reveal/useRevealWay';

interface RevealPanelProps {
  session: TableSession;
  state: GameState;
  opening: Opening;
}

/** What shows the move of this seat. */
export function RevealPanel({ session, state, opening }: RevealPanelProps) {
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

/** Everybody sees the move now: nothing is left to hide or to keep. */
export function RevealedPanel({ state }: { state: GameState }) {
  const { m } = useTexts();
  return <Heading title={m.act.revealedTitle} text={m.act.revealedText(isDuel(state))} />;
}
