import { connectEarly } from '../chain/early';
import { preference } from '../lib/chosen';
import { isKnownNode } from './nodes';
import { unsafePlace } from './place';
import { defaultNode, parseRoute } from './route';

/** Connects to the node while the chain's code loads, unless the page has to ask about the node first. */
export function connectSoon(): void {
  const { node, screen } = parseRoute(location.hash);
  const url = node ?? defaultNode();
  if (unsafePlace() === 'framed') return;
  if (screen.name !== 'practice' && isKnownNode(url, preference('nodes') ?? [])) connectEarly(url);
}
