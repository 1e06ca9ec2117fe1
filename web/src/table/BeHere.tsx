import { useTexts } from '../i18n';
import { actBy, type GameState } from '../rpsls/state';

/** By when one has to be here again, before the game has begun. */
export function BeHere({ state }: { state: GameState }) {
  const { m, f } = useTexts();
  const by = actBy(state);
  return by !== null && <p className="hint">{m.act.beHere(f.moment(by))}</p>;
}
