import { useTexts } from '../i18n';
import { Board } from '../practice/Board';

/** A game for a new visitor. It needs no chain, wallet or account. */
export function Welcome() {
  const { m } = useTexts();
  return (
    <section className="welcome">
      <h1 className="welcome-title">{m.home.headline}</h1>
      <Board />
    </section>
  );
}
