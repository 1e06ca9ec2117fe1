import { useTexts } from '../i18n';
import type { Screen } from '../visitor/route';
import { StrangerPlaceholder } from './StrangerPlaceholder';

/** What stands on a screen before the chain's code is there. */
export function Awaited({ screen }: { screen: Screen }) {
  switch (screen.name) {
    case 'home':
    case 'house':
      return (
        <section className="people">
          <StrangerPlaceholder />
        </section>
      );
    case 'practice':
      // A move can be picked already.
      return null;
    default:
      return <Loading />;
  }
}

function Loading() {
  const { m } = useTexts();
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {m.loading}…
    </p>
  );
}
