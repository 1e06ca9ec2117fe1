import type { ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import { moveOfOpening, type Move } from '../rpsls/moves';
import { refusalOf } from '../way/refusal';
import { isDuel, statusOf } from '../rpsls/state';
import { Heading } from '../ui/Heading';
import { MoveForm } from '../table/MoveForm';
import { useKeptFocus } from '../lib/useKeptFocus';
import { Notice } from '../ui/Notice';
import { ME, type PracticeView } from './game';

interface PracticePanelProps {
  view: PracticeView;
  /** The choice of bots, for a player without a seat. */
  choice: ReactNode;
  /** The move that was picked before the table was there. */
  picked: Move | null;
  onPlay: (opening: string) => void;
  onReveal: () => void;
}

/** What the person can do now, and nothing else. */
export function PracticePanel({
  view: { state, chips, opening, refusal },
  choice,
  picked,
  onPlay,
  onReveal,
}: PracticePanelProps) {
  const { m, f } = useTexts();
  const status = statusOf(state, ME);
  const move = opening === null ? null : moveOfOpening(opening);
  const moveForm = (label: (move: string) => string): ReactNode => (
    // The key makes a new round begin with a new password.
    <MoveForm
      key={`${state.gamesFinished}/${state.round}`}
      initial={state.gamesFinished === 0 && state.round === 0 ? picked : null}
    >
      {(chosen) => (
        <button
          type="button"
          className="button primary"
          disabled={chosen === null}
          onClick={() => chosen && onPlay(chosen.opening)}
        >
          {chosen ? label(m.moves[chosen.move]) : m.act.commitNone}
        </button>
      )}
    </MoveForm>
  );
  const panel = (): ReactNode => {
    switch (status) {
      case 'notRegistered':
        return (
          <>
            <Heading title={m.act.moveTitle} text={m.practice.seatText} />
            {choice}
            {moveForm((chosen) =>
              state.gamesFinished > 0 ? m.practice.again(chosen) : m.act.join(chosen, f.amount(state.config.betSize)),
            )}
            <p className="hint">{m.practice.have(f.amount(chips))}</p>
          </>
        );
      case 'toMove':
        return (
          <>
            <Heading title={m.act.moveTitle} text={m.practice.seatText} />
            {moveForm(m.act.commit)}
          </>
        );
      case 'toReveal':
        return (
          <>
            <Heading title={m.act.revealTitle} text={m.practice.revealText} />
            <button type="button" className="button primary" onClick={onReveal}>
              {m.act.reveal(move ? m.moves[move] : '')}
            </button>
          </>
        );
      case 'out':
        return <Heading title={m.act.outTitle} text={m.practice.outText} />;
      case 'registered':
      case 'moved':
      case 'revealed':
        return <Heading title={m.act.revealedTitle} text={m.act.revealedText(isDuel(state))} />;
    }
  };
  return (
    <section className={`card act ${status}`} aria-live="polite" {...useKeptFocus(status)}>
      {panel()}
      {refusal && (
        <Notice tone="error">
          <p>{refusalOf(refusal, m, f)}</p>
        </Notice>
      )}
    </section>
  );
}
