import { useTexts } from '../i18n';
import { Hero } from './Hero';
import { PlainHeader } from './PlainHeader';
import { builtHouses, parseRoute, useHash } from '../visitor/route';

/** The page before the chain's code is there, which is most of it. */
export function Shell() {
  const { m } = useTexts();
  const { screen } = parseRoute(useHash());
  const loading = (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {m.loading}…
    </p>
  );
  return (
    <>
      <PlainHeader />
      <main className="page">
        {screen.name === 'home' || screen.name === 'house' ? (
          <Hero isShort={screen.name === 'house' || builtHouses().length > 0}>
            <a className="button primary" href="#/practice">
              {m.home.practice}
            </a>
            {loading}
          </Hero>
        ) : (
          loading
        )}
      </main>
    </>
  );
}
