import { useTexts } from '../../i18n';
import type { History } from '../../rpsls/history';
import { scoresOf } from '../../rpsls/moves';
import { forLooker, pairingsOf, withBits, type Pairing } from '../../rpsls/pairing';
import type { RoundResult } from '../../rpsls/round';
import type { Format } from '../../rpsls/rules';
import { usePeople } from '../../way/people';
import { DuelDrawing } from '../drawing/DuelDrawing';
import { Hands } from './Hands';
import { Pairings } from './Pairings';
import { Told } from './Told';
import { blowsText, clashText } from './clashText';
import type { Scene } from './scenes';
import { isByPoints, roundVerdict } from './verdict';

interface RoundSceneProps {
  scene: Scene;
  /** All that was seen, the openings of the scene's round included. */
  history: History;
  format: Format;
  onSkip: () => void;
}

/** How a round was decided, told beneath the cards of the viewer's pair, if there is one. */
export function RoundScene({ scene: { round, seats }, history, format, onSkip }: RoundSceneProps) {
  const { m } = useTexts();
  const people = usePeople();
  const pairings = pairingsOf(withBits(round, history), format, seats);
  return (
    <section className="card scene">
      {pairings ? <PairedRound pairings={pairings} /> : <OpenRound round={round} format={format} />}
      <p className="verdict">{roundVerdict(round, format, { m, ...people })}</p>
      <button type="button" className="button quiet" onClick={onSkip}>
        {m.round.skip}
      </button>
    </section>
  );
}

/** The viewer's own pair, or the only one, has its cards above; the others are beneath it. */
function PairedRound({ pairings }: { pairings: readonly Pairing[] }) {
  const { m } = useTexts();
  const people = usePeople();
  const { own, others } = forLooker(pairings, people.me);
  return (
    <>
      {own && (
        <p className="blow">
          <Told text={clashText(own, { m, ...people })} />
        </p>
      )}
      {others.length > 0 && (
        <div className="others">
          {own && <p className="label">{m.round.also}</p>}
          <Pairings pairings={others} />
        </div>
      )}
    </>
  );
}

/** A round in which all play against all, or nobody here knows who met whom. The latter has no arrows. */
function OpenRound({ round, format }: { round: RoundResult; format: Format }) {
  const { m } = useTexts();
  const people = usePeople();
  const played = [...round.reveals.values()];
  const blows = people.me ? blowsText(round, people.me, { m, ...people }) : [];
  return (
    <>
      <Hands hands={[...round.reveals].map(([id, held]) => ({ id, held }))} />
      {format !== 'knockout' && (
        <>
          <DuelDrawing played={played} {...(isByPoints(round, format) && { scores: scoresOf(played) })} />
          {blows.map((blow) => (
            <p key={blow} className="blow">
              <Told text={blow} />
            </p>
          ))}
        </>
      )}
    </>
  );
}
