import { useTexts } from '../i18n';
import { useDuel } from '../practice/useDuel';
import { BotBoard } from '../table/BotBoard';

/** A game for a new visitor. It needs no chain, wallet or account. */
export function Welcome() {
  const { m } = useTexts();
  return (
    <section className="welcome">
      <h1 className="welcome-title">{m.home.headline}</h1>
      <BotBoard label={m.board.title} duel={useDuel()} />
    </section>
  );
}
