import { useTexts } from '../i18n';
import type { ActorId } from '../lib/hex';
import { late } from '../lib/late';
import { Notice } from '../ui/Notice';
import { HomeLink } from '../way/HomeLink';
import type { Screen } from '../way/route';
import { Awaited } from './Awaited';
import { Home } from './Home';

/** A table on the screen. What is due at the tables of a seat is looked after without it. */
const TablePage = late(async () => (await import('../table/TablePage')).TablePage);

/** The form that opens a table of one's own. */
const DeployPage = late(async () => (await import('../table/DeployPage')).DeployPage);

/** Another game, loaded on demand. */
const TicTacToePage = late(async () => (await import('../tictactoe/TicTacToePage')).TicTacToePage);

/** The practice table, with the code that runs its program. */
const PracticePage = late(async () => (await import('../practice/PracticePage')).PracticePage);

/** The form that opens a table through a club. */
const OpenPage = late(async () => (await import('../lobby/OpenPage')).OpenPage);

/** The player's own record. */
const YouPage = late(async () => (await import('./you/YouPage')).YouPage);

const NO_CLUBS: readonly ActorId[] = [];

/** What the address shows. Most of it is loaded on demand. */
export function ScreenOf({ screen }: { screen: Screen }) {
  const { m } = useTexts();
  const fallback = <Awaited screen={screen} />;
  switch (screen.name) {
    case 'home':
      return <Home linked={NO_CLUBS} />;
    case 'club':
      return <Home linked={screen.clubs} />;
    case 'open':
      return <OpenPage club={screen.club} fallback={fallback} />;
    case 'deploy':
      return <DeployPage fallback={fallback} />;
    case 'practice':
      return <PracticePage from={screen.from} fallback={fallback} />;
    case 'you':
      return <YouPage fallback={fallback} />;
    case 'table':
      return <TablePage key={screen.program} program={screen.program} fallback={fallback} />;
    case 'ticTacToe':
      return <TicTacToePage program={screen.program} fallback={fallback} />;
    case 'notFound':
      return (
        <Notice tone="error" title={m.notFound.title}>
          <p>{m.notFound.text}</p>
          <HomeLink />
        </Notice>
      );
  }
}
