import { useEffect, useRef, useState, useSyncExternalStore } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { late } from '../lib/late';
import { RevealKeepers } from '../table/reveal/RevealKeepers';
import { SealedMoves } from '../table/SealedMoves';
import { useTakenSeats } from '../table/seats';
import { TablesProvider } from '../table/tables';
import { useAllSecrets } from '../table/useSecrets';
import { Notice } from '../ui/Notice';
import { AccountsProvider } from '../visitor/accounts';
import { ChainProvider, useChain } from '../visitor/chain';
import { AccountDialog } from './AccountDialog';
import { Awaited } from './Awaited';
import { DamageNotice } from './DamageNotice';
import { CrashBoundary } from '../ui/Crash';
import { Home } from './Home';
import { HomeLink } from '../visitor/HomeLink';
import { LinkNotice } from './LinkNotice';
import { MuteButton } from './MuteButton';
import { NetworkDialog } from './NetworkDialog';
import { LeaveQuestion, NodeQuestion } from './NodeQuestion';
import { chosenNode, unshown } from '../visitor/leaving';
import { accepted, isKnownNode, keepAnswering } from '../visitor/nodes';
import { PersonDialog } from './PersonDialog';
import { SettingsDialog } from './SettingsDialog';
import { InSlot } from './slots';
import { usePreference } from '../settings/preferences';
import { defaultNode, parseRoute, useHash, withNode, type Screen } from '../visitor/route';
import { ToastsProvider } from '../ui/toasts';

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

/** The screen while the page asks about a node. It shows nothing of the connected one. */
const NOWHERE: Screen = { name: 'notFound' };

/** The part of the page that needs the chain's code: one screen, and what all screens have. */
export function App() {
  const hash = useHash();
  const { screen, node } = parseRoute(hash);
  const url = node ?? defaultNode();
  const [nodes = []] = usePreference('nodes');
  useSyncExternalStore(accepted.subscribe, accepted.get);
  const isKnown = isKnownNode(url, nodes);
  const connected = useConnectedNode(url, nodes);
  const isThere = connected === url;
  const lastHash = useRef(hash);
  if (isThere) lastHash.current = hash;
  return (
    <ToastsProvider>
      {!isThere && (
        <InSlot slot="notices">
          {isKnown && connected !== null ? (
            <LeaveQuestion url={url} stay={withNode(lastHash.current, connected)} />
          ) : (
            <NodeQuestion url={url} />
          )}
        </InSlot>
      )}
      {connected !== null && (
        <ChainProvider node={connected}>
          <AccountsProvider isLinkTaken={isThere}>
            <KeepNode />
            <TablesProvider>
              {isKnown && (
                <InSlot slot="tools">
                  <NetworkDialog />
                  <MuteButton />
                  <SettingsDialog />
                  <AccountDialog />
                </InSlot>
              )}
              <InSlot slot="notices">
                {isKnown && screen.name !== 'practice' && screen.name !== 'you' && <LinkNotice />}
                <DamageNotice />
                <SealedMoves />
                <RevealKeepers screen={isThere ? screen : NOWHERE} />
              </InSlot>
              {isThere && (
                // A screen that crashes must not stop a reveal.
                <CrashBoundary key={screen.name}>
                  <ScreenOf screen={screen} />
                </CrashBoundary>
              )}
              <PersonDialog />
            </TablesProvider>
          </AccountsProvider>
        </ChainProvider>
      )}
    </ToastsProvider>
  );
}

/** Keeps the node for later visits once it has answered. */
function KeepNode() {
  const { connection, link } = useChain();
  const isOnline = link.status === 'online';
  useEffect(() => {
    if (isOnline) keepAnswering(connection.url);
  }, [connection, isOnline]);
  return null;
}

/**
 * The node to stay at while the page asks about another one: moves may be due there. A visitor who
 * just came by a link to an unknown node has no node yet. Then it is the default node, if a move may
 * be due at all.
 */
function useConnectedNode(url: string, nodes: readonly string[]): string | null {
  const [last, setLast] = useState<string | null>(null);
  const hasDues = [useAllSecrets(), useTakenSeats()].some((kept) => kept.length > 0);
  const isUnshown = useSyncExternalStore(unshown.subscribe, unshown.get) > 0;
  const isChosen = useSyncExternalStore(chosenNode.subscribe, chosenNode.get) === url;
  // The person may remove a node from the list while using it.
  const known = last !== null && isKnownNode(last, nodes) ? last : null;
  const stay = known ?? (hasDues ? defaultNode() : null);
  if (isKnownNode(url, nodes) && (!stay || !isUnshown || isChosen)) {
    if (last !== url) setLast(url);
    return url;
  }
  return stay;
}

function ScreenOf({ screen }: { screen: Screen }) {
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
