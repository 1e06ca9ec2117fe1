import { useAccounts } from '../app/accounts';
import { useTexts } from '../i18n';
import type { GameState } from '../rpsls/state';
import { Icon } from '../ui/Icon';
import { Person } from '../ui/Person';

/** How the last game ended: large while nobody has registered since. */
export function LastGame({ state, isSettled }: { state: GameState; isSettled: boolean }) {
  const { m, f } = useTexts();
  const { account, nameOf } = useAccounts();
  const { lastGame, stage } = state;
  if (!lastGame) return null;
  const amount = f.amount(lastGame.pot);
  const isMine = lastGame.winner === account?.id;
  if (stage !== 'preparation') {
    return (
      <p className="last-game">
        <span className="label">{m.table.lastGame}</span>{' '}
        {m.table.lastGameText(nameOf(lastGame.winner), amount, lastGame.rounds)}
      </p>
    );
  }
  return (
    <section className={`card winner-card ${isMine ? 'mine' : ''}`}>
      <Icon name="trophy" />
      <div>
        <h2>{isMine ? m.table.youWon(amount) : m.table.won(nameOf(lastGame.winner), amount)}</h2>
        <p className="muted">{!isSettled ? m.table.toBePaid : isMine ? m.table.youWonText : m.table.wonText}</p>
      </div>
      {!isMine && <Person id={lastGame.winner} />}
    </section>
  );
}
