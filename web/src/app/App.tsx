import { useEffect, useRef, useSyncExternalStore } from 'preact/compat';
import { RevealKeepers } from '../table/reveal/RevealKeepers';
import { SealedMoves } from '../table/SealedMoves';
import { TablesProvider } from '../table/tables';
import { AccountsProvider } from '../way/accounts';
import { ChainProvider, useChain } from '../way/chain';
import { AccountDialog } from './AccountDialog';
import { DamageNotice } from './DamageNotice';
import { CrashBoundary } from '../ui/Crash';
import { LinkNotice } from './LinkNotice';
import { MuteButton } from './MuteButton';
import { NetworkDialog } from './NetworkDialog';
import { LeaveQuestion, NodeQuestion } from './NodeQuestion';
import { accepted, isKnownNode, keepAnswering } from '../way/nodes';
import { PersonDialog } from './PersonDialog';
import { SettingsDialog } from './SettingsDialog';
import { ScreenOf } from './ScreenOf';
import { InSlot } from './slots';
import { useConnectedNode, useHasDues, useNeedsNode } from './useConnectedNode';
import { usePreference } from '../lib/preferences';
import { defaultNode, parseRoute, useHash, withNode, type Screen } from '../way/route';
import { ToastsProvider } from '../ui/toasts';

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
  const hasDues = useHasDues();
  const connected = useConnectedNode(url, nodes, hasDues);
  const needsNode = useNeedsNode(screen, hasDues);
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
        <ChainProvider node={connected} isNeeded={needsNode}>
          <AccountsProvider isLinkTaken={isThere}>
            <KeepNode />
            <TablesProvider>
              {isKnown && (
                <InSlot slot="tools">
                  {needsNode && <NetworkDialog />}
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
  // The person may choose the node that is there already.
  const chosen = useSyncExternalStore(accepted.subscribe, accepted.get);
  useEffect(() => {
    if (isOnline) keepAnswering(connection.url);
  }, [connection, isOnline, chosen]);
  return null;
}
