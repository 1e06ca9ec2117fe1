import { useState, useSyncExternalStore } from 'preact/compat';
import { useTakenSeats } from '../table/seats';
import { useAllSecrets } from '../table/useSecrets';
import { chosenNode, unshown } from '../way/leaving';
import { isKnownNode } from '../way/nodes';
import { defaultNode } from '../way/route';

/**
 * The node to stay at while the page asks about another one: moves may be due there. A visitor who
 * just came by a link to an unknown node has no node yet. Then it is the default node, if a move may
 * be due at all.
 */
export function useConnectedNode(url: string, nodes: readonly string[]): string | null {
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
