import { useTexts } from '../i18n';
import { actBy, type GameState } from '../rpsls/state';

/** Says when the player has to be back, before the game begins. */
export function BeHere({ state, isAlone = false }: { state: GameState; isAlone?: boolean }) {
  const { m, f } = useTexts();
  const by = actBy(state);
  if (by === null) return null;
  return <p className="hint">{m.act.beHere(f.moment(by), isAlone)}</p>;
}
