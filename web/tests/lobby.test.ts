import { expect, it, vi } from 'vitest';
import type { Connection, Link } from '../src/chain/connection';
import type { ActorId } from '../src/lib/hex';
import { LobbySession } from '../src/club/session';
import { Store } from '../src/lib/store';

const CLUB: ActorId = `0x${'aa'.repeat(32)}`;

/** A node that answers nothing while this is true. */
const node = vi.hoisted(() => ({ isSilent: true }));

vi.mock('../src/chain/program', () => ({
  presence: () => (node.isSilent ? new Promise(() => undefined) : Promise.resolve('absent')),
}));
vi.mock('../src/chain/batch', () => ({ readStates: () => Promise.resolve({ answers: [], requests: 0 }) }));
vi.mock('../src/chain/blocks', () => ({ timeOf: () => Promise.resolve(0) }));

/** The link to a node, and the controller that ends it. */
function online(): [Link, AbortController] {
  const end = new AbortController();
  return [{ status: 'online', chain: { genesis: '0x01' }, lost: end.signal } as unknown as Link, end];
}

it('a look over a silent connection shows nothing, and does not block the next one', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  const [first, end] = online();
  const link = new Store<Link>(first);
  const session = new LobbySession({ link } as unknown as Connection, [CLUB]);
  const look = session.look();
  end.abort();
  link.set({ status: 'offline', attempts: 1, chain: null, why: null });
  expect(await look).toBeNull();
  node.isSilent = false;
  link.set(online()[0]);
  expect(await session.look()).toEqual({ tables: [], isPartial: false });
  session.close();
});
