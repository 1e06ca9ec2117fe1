import { sharedNode } from '../lib/sharedNode';
import { useChain, useGenesis } from './chain';
import { hrefOf, type Screen } from './route';

/** The node that a link for others names. */
export function useSharedNode(): string {
  const { connection } = useChain();
  return sharedNode(connection.url, useGenesis());
}

/** The whole address of a screen, for others. */
export function useSharedLink(screen: Exclude<Screen, { name: 'notFound' }>): string {
  return new URL(hrefOf(screen, useSharedNode()), location.href).href;
}
