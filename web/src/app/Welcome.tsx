import { useTexts } from '../i18n';
import { Board } from '../practice/Board';

/** A game for whoever has just come: it takes no chain, no wallet and no account. */
export function Welcome() {
  const { m } = useTexts();
  return (
    <section className="welcome">
      <h1 className="welcome-title">{m.home.headline}</h1>
      <Board />
    </section>
  );
}
