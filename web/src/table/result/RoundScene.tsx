import { useTexts } from '../../i18n';
import { scoresOf } from '../../rpsls/moves';
import type { RoundResult } from '../../rpsls/round';
import type { Format } from '../../rpsls/rules';
import { useName } from '../../visitor/people';
import { DuelDrawing } from '../drawing/DuelDrawing';
import { Hands } from './Hands';
import { isByPoints, roundVerdict } from './verdict';

interface RoundSceneProps {
  round: RoundResult;
  format: Format;
  onEnd: () => void;
}

/** How a round was decided: the cards turn, the arrows strike, and the verdict falls. */
export function RoundScene({ round, format, onEnd }: RoundSceneProps) {
  const { m } = useTexts();
  const name = useName();
  const played = [...round.reveals.values()];
  return (
    <section className="card scene">
      <Hands hands={[...round.reveals].map(([id, held]) => ({ id, held }))} />
      <DuelDrawing played={played} {...(isByPoints(round, format) && { scores: scoresOf(played) })} />
      <p className="verdict">{roundVerdict(round, format, m, name)}</p>
      <button type="button" className="button quiet" onClick={onEnd}>
        {m.round.goOn}
      </button>
    </section>
  );
}
