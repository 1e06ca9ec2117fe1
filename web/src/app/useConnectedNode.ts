import { useState, useSyncExternalStore } from 'preact/compat';
import { useTakenSeats } from '../table/seats';
import { useAllSecrets } from '../table/useSecrets';
import { chosenNode, unshown } from '../way/leaving';
import { isKnownNode } from '../way/nodes';
import { usePreference } from '../lib/preferences';
import { defaultNode, type Screen } from '../way/route';

/** Whether a move may be due at any table. */
export function useHasDues(): boolean {
  return [useAllSecrets(), useTakenSeats()].some((kept) => kept.length > 0);
}

/** Whether the page needs its node: practice does not, but what may be due does, and an account shows its balance. */
export function useNeedsNode({ name }: Screen, hasDues: boolean): boolean {
  const [account] = usePreference('account');
  return name !== 'practice' || hasDues || account !== undefined;
}

/**
 * The node to stay at while the page asks about another one: moves may be due there. A visitor who
 * just came by a link to an unknown node has no node yet. Then it is the default node, if a move may
 * be due at all.
 */
export function useConnectedNode(url: string, nodes: readonly string[], hasDues: boolean): string | null {
  const [last, setLast] = useState<string | null>(null);
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
