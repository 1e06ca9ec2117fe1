import { pressed } from '../lib/aside';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { opponentOf } from '../rpsls/pairing';
import { type GameState, isDuel, promisedUntil } from '../rpsls/state';
import { ActButton } from '../way/ActButton';
import { Heading } from '../ui/Heading';
import { MoveForm } from './MoveForm';
import { RevealForMe } from './reveal/RevealForMe';
import { useName } from '../way/people';
import type { PanelProps } from './DuePanel';
import type { Opening } from '../rpsls/secrets';
import { Committed } from './Committed';

/** Where a move is chosen and committed to. */
export function MovePanel({ state, actions, me }: PanelProps & { me: ActorId }) {
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

export function MovedPanel({ state, opening }: { state: GameState; opening: Opening }) {
  const { m } = useTexts();
  return (
    <>
      <Heading title={m.act.movedTitle} text={m.act.movedText(isDuel(state))} />
      <Committed opening={opening} />
    </>
  );
}
