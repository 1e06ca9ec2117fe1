import { useTexts } from '../i18n';
import type { Screen } from '../way/route';
import { StrangerPlaceholder } from './StrangerPlaceholder';
import { Loading } from '../ui/Loading';

/** What a screen shows before the chain's code is there. */
export function Awaited({ screen }: { screen: Screen }) {
  const { m } = useTexts();
  switch (screen.name) {
    case 'home':
    case 'club':
      return (
        <section className="people">
          <StrangerPlaceholder />
        </section>
      );
    case 'practice':
      // The player can already pick a move.
      return null;
    default:
      return <Loading>{m.loading}</Loading>;
  }
}
