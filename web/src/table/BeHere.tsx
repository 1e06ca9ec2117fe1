import { useTexts } from '../i18n';
import { actBy, type GameState } from '../rpsls/state';

/** Says when the player has to be back, before the game begins. */
export function BeHere({ state }: { state: GameState }) {
  const { m, f } = useTexts();
  const by = actBy(state);
  if (by === null) return null;
  return <p className="hint">{m.act.beHere(f.moment(by), state.players.length < 2)}</p>;
}
