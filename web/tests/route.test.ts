import { beforeAll, describe, expect, it, vi } from 'vitest';
import { LOCAL_NODE, TESTNET } from '../src/lib/networks';
import { MemoryStorage } from './storage';

const PROGRAM = `0x${'ab'.repeat(32)}` as const;
const OTHER = `0x${'cd'.repeat(32)}` as const;
const OTHER_SEED = `0x${'ef'.repeat(32)}` as const;
const NODE = 'ws://127.0.0.1:9955';
const storage = new MemoryStorage();

let route: typeof import('../src/way/route');
let language: typeof import('../src/i18n/preferred');

beforeAll(async () => {
  vi.stubGlobal('window', { addEventListener: () => undefined, localStorage: storage, sessionStorage: storage });
  route = await import('../src/way/route');
  language = await import('../src/i18n/preferred');
});

describe('a link', () => {
  it('leads to its screen and node', () => {
    const screens = [
      { name: 'home' },
      { name: 'deploy' },
      { name: 'table', program: PROGRAM },
      { name: 'ticTacToe', program: PROGRAM },
      { name: 'ticTacToe', program: null },
      { name: 'club', clubs: [PROGRAM] },
      { name: 'club', clubs: [PROGRAM, OTHER] },
      { name: 'open', club: PROGRAM },
    ] as const;
    for (const screen of screens) {
      expect(route.parseRoute(route.hrefOf(screen, NODE))).toEqual({ screen, node: NODE, guests: [], names: null });
    }
  });

  it('takes an id in any notation', () => {
    const { screen } = route.parseRoute(`#/table/${PROGRAM.slice(2).toUpperCase()}`);
    expect(screen).toEqual({ name: 'table', program: PROGRAM });
  });

  it.each([
    '#/table',
    '#/table/0x12',
    '#/nothing',
    '#/deploy/x',
    `#/table/${PROGRAM}/more`,
    '#/tic-tac-toe/x',
    '#/club',
    '#/club/x',
    `#/club/${PROGRAM},x`,
    `#/club/${PROGRAM}/x`,
    `#/club/${PROGRAM},${OTHER}/open`,
    `#/club/${PROGRAM}/open/x`,
  ])('%s leads nowhere', (hash) => expect(route.parseRoute(hash).screen).toEqual({ name: 'notFound' }));

  it('keeps its screen at another node', () => {
    expect(route.parseRoute(route.withNode(`#/table/${PROGRAM}?node=ws://old`, NODE))).toEqual({
      screen: { name: 'table', program: PROGRAM },
      node: NODE,
      guests: [],
      names: null,
    });
  });

  it('may carry a guest’s key, but needs none', () => {
    const seed = `0x${'cd'.repeat(32)}` as const;
    const screen = { name: 'table', program: PROGRAM } as const;
    const link = route.guestHrefOf(screen, NODE, [seed]);
    expect(route.parseRoute(link)).toEqual({ screen, node: NODE, guests: [seed], names: null });
    const named = route.guestHrefOf(screen, NODE, [seed], '8eaf0415.Ada Lovelace,90b5ab20.Grace');
    expect(route.parseRoute(named).names).toBe('8eaf0415.Ada Lovelace,90b5ab20.Grace');
    expect(route.withoutGuest(named)).toBe(route.hrefOf(screen, NODE));
    expect(route.withoutGuest(link)).toBe(route.hrefOf(screen, NODE));
    const shared = route.guestHrefOf(screen, NODE, [seed, OTHER_SEED]);
    expect(route.parseRoute(shared).guests).toEqual([seed, OTHER_SEED]);
    expect(route.withoutGuest(shared)).toBe(route.hrefOf(screen, NODE));
    expect(route.parseRoute(`#/table/${PROGRAM}?guest=12`).guests).toEqual([]);
  });
});

it('clubs each appear once', () => {
  expect(route.parseIds(`${PROGRAM},${OTHER.slice(2)},${PROGRAM}`)).toEqual([PROGRAM, OTHER]);
});

it('the node without a link is on the own machine if the page is served there, otherwise on the testnet', () => {
  expect(route.defaultNode('localhost')).toBe(LOCAL_NODE);
  expect(route.defaultNode('example.org')).toBe(TESTNET);
});

it('a node that was chosen before comes first', async () => {
  storage.setItem('rpsls/preferences', JSON.stringify({ node: NODE }));
  vi.resetModules();
  const again = await import('../src/way/route');
  expect(again.defaultNode('example.org')).toBe(NODE);
});

it.each([
  [['zh-TW', 'en'], 'zh-CN'],
  [['de-DE', 'zh', 'en'], 'zh-CN'],
  [['de', 'en-GB'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('the language of %j is %s', (languages, expected) => {
  expect(language.preferredLanguage(languages)).toBe(expected);
});
