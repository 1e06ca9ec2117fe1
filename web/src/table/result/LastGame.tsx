import { usePeople } from '../../way/people';
import { useTexts } from '../../i18n';
import type { GameState } from '../../rpsls/state';

/** How the last game ended, while another one runs. */
export function LastGame({ state }: { state: GameState }) {
  const { m, f } = useTexts();
  const { nameOf } = usePeople();
  const { lastGame, stage } = state;
  if (!lastGame || stage === 'preparation') return null;
  return (
    <p className="last-game">
      <span className="label">{m.table.lastGame}</span>{' '}
      {m.table.lastGameText(nameOf(lastGame.winner), f.amountIfAny(lastGame.pot), lastGame.rounds)}
    </p>
  );
}
