import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import { part } from '../lib/part';
import { DeployPage } from '../table/DeployPage';
import { useTitle } from '../program/attention';
import { RevealKeepers } from '../table/reveal/RevealKeepers';
import { useTakenSeats } from '../table/seats';
import { TablePage } from '../table/TablePage';
import { TablesProvider } from '../table/tables';
import { useAllSecrets } from '../table/useSecrets';
import { Notice } from '../ui/Notice';
import { AccountsProvider } from '../visitor/accounts';
import { ChainProvider } from '../visitor/chain';
import { CrashBoundary } from './Crash';
import { Header } from './Header';
import { Home } from './Home';
import { HomeLink } from '../visitor/HomeLink';
import { LinkNotice } from './LinkNotice';
import { NodeQuestion } from './NodeQuestion';
import { isKnownNode } from '../visitor/nodes';
import { PersonDialog } from './PersonDialog';
import { usePreference } from '../settings/preferences';
import { defaultNode, parseRoute, useHash, type Screen } from '../visitor/route';
import { ToastsProvider } from '../ui/toasts';

/** Another game, for who comes for it. */
const TicTacToePage = lazy(async () => ({
  default: (await part(() => import('../tictactoe/TicTacToePage'))).TicTacToePage,
}));

/** The table in the page, with what runs its program. */
const PracticePage = lazy(async () => ({
  default: (await part(() => import('../practice/PracticePage'))).PracticePage,
}));

/** A form for whoever opens a table through a house. */
const OpenPage = lazy(async () => ({
  default: (await part(() => import('../lobby/OpenPage'))).OpenPage,
}));

/** The own record, for who looks back. */
const YouPage = lazy(async () => ({
  default: (await part(() => import('./you/YouPage'))).YouPage,
}));

const NO_HOUSES: readonly ActorId[] = [];

/** What is on the screen while a link is asked about: nothing of the node that is connected to. */
const NOWHERE: Screen = { name: 'notFound' };

export function App() {
  const { screen, node } = parseRoute(useHash());
  const url = node ?? defaultNode();
  const [nodes = []] = usePreference('nodes');
  const isKnown = isKnownNode(url, nodes);
  const connected = useConnectedNode(url, nodes);
  return (
    <ToastsProvider>
      {connected === null ? (
        <NodeQuestion url={url} />
      ) : (
        <ChainProvider node={connected}>
          <AccountsProvider isLinkTaken={isKnown}>
            <TablesProvider>
              {isKnown ? (
                <>
                  <Header />
                  <Main screen={screen} />
                </>
              ) : (
                <NodeQuestion url={url}>
                  <RevealKeepers screen={NOWHERE} />
                </NodeQuestion>
              )}
              <PersonDialog />
            </TablesProvider>
          </AccountsProvider>
        </ChainProvider>
      )}
    </ToastsProvider>
  );
}

/**
 * The node to stay at while a link's is asked about: moves may be due there. Whoever comes by
 * such a link is at none yet; then it is the own one, if a move may be due at all.
 */
function useConnectedNode(url: string, nodes: readonly string[]): string | null {
  const [last, setLast] = useState<string | null>(null);
  const hasDues = [useAllSecrets(), useTakenSeats()].some((kept) => kept.length > 0);
  if (isKnownNode(url, nodes)) {
    if (last !== url) setLast(url);
    return url;
  }
  // One is gone from the list while it is looked at.
  if (last !== null && isKnownNode(last, nodes)) return last;
  return hasDues ? defaultNode() : null;
}

function Main({ screen }: { screen: Screen }) {
  const { m } = useTexts();
  useTitle(screen.name === 'home' ? m.title : `${m.titles[screen.name]} · ${m.title}`);
  const main = useRef<HTMLElement>(null);
  const name = screen.name;
  const isFirst = useRef(true);
  useEffect(() => {
    // A new screen is read from its top, by eyes and by screen readers.
    if (!isFirst.current) {
      main.current?.focus();
      window.scrollTo(0, 0);
    }
    isFirst.current = false;
  }, [name]);
  return (
    <main className="page" id="content" tabIndex={-1} ref={main}>
      {screen.name !== 'practice' && screen.name !== 'you' && <LinkNotice />}
      <RevealKeepers screen={screen} />
      {/* One screen that breaks stops no reveal. */}
      <CrashBoundary key={name}>
        <ScreenOf screen={screen} />
      </CrashBoundary>
    </main>
  );
}

function ScreenOf({ screen }: { screen: Screen }) {
  const { m } = useTexts();
  switch (screen.name) {
    case 'home':
      return <Home linked={NO_HOUSES} />;
    case 'house':
      return <Home linked={screen.houses} />;
    case 'open':
      return (
        <Suspense fallback={null}>
          <OpenPage house={screen.house} />
        </Suspense>
      );
    case 'deploy':
      return <DeployPage />;
    case 'practice':
      return (
        <Suspense fallback={null}>
          <PracticePage from={screen.from} />
        </Suspense>
      );
    case 'you':
      return (
        <Suspense fallback={null}>
          <YouPage />
        </Suspense>
      );
    case 'table':
      return <TablePage key={screen.program} program={screen.program} />;
    case 'ticTacToe':
      return (
        <Suspense fallback={null}>
          <TicTacToePage program={screen.program} />
        </Suspense>
      );
    case 'notFound':
      return (
        <Notice tone="error" title={m.notFound.title}>
          <p>{m.notFound.text}</p>
          <HomeLink />
        </Notice>
      );
  }
}
