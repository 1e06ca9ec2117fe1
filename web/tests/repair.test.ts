import { expect, it } from 'vitest';
import { isCut, linkIn, meantIn } from '../src/way/repair';

const ID = `0x${'ab'.repeat(32)}`;
const KEY = 'cd'.repeat(32);
const PAGE = 'https://play.example.org/app/';
const LINK = `#/table/${ID}?node=ws%3A%2F%2F127.0.0.1%3A9944&guest=${KEY}`;

it.each([
  ['as it is', PAGE + LINK],
  ['with its # encoded', PAGE + LINK.replace('#', '%23')],
  ['encoded from the # on', PAGE + encodeURIComponent(LINK)],
  ['with slashes and the question mark encoded', `${PAGE}#${encodeURIComponent(LINK.slice(1))}`],
  ['with its ampersands as in HTML', (PAGE + LINK).replace('&', '&amp;')],
  ['at the end of a sentence', `${PAGE}${LINK}.`],
  ['in brackets and quotes', `${PAGE}${LINK}”)`],
])('a link %s leads where it was meant to', (_, link) => {
  expect(meantIn(link)).toBe(LINK);
});

it.each(['”', '’', '»', '…', '。', '，', '）', '！', '\u200b', '\u00a0', '”)', '。”', '\u200b.'])(
  'a link with %j behind it, as a browser has it in the address, leads where it was meant to',
  (behind) => {
    for (const link of [`#/table/${ID}`, LINK.split('&', 1)[0] ?? '', LINK])
      expect(meantIn(new URL(PAGE + link + behind).href)).toBe(link);
  },
);

it.each(['小明', '小明。', 'Zoë…'])('a link keeps the name %s at its end', (name) => {
  const link = `${LINK}&${new URLSearchParams({ names: `abababab.${name}` })}`;
  expect(meantIn(new URL(PAGE + link).href)).toBe(link);
});

it('letters that are cut within stay as they are', () => {
  expect(meantIn(`${PAGE}${LINK}%E3%80`)).toBe(`${LINK}%E3%80`);
});

it.each([
  [
    'Outlook',
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(PAGE + LINK)}&data=05%7C02&reserved=0`,
  ],
  ['Google', `https://www.google.com/url?q=${encodeURIComponent(PAGE + LINK)}&sa=D&source=editors`],
  [
    'a gateway that encodes the # as well',
    `https://mail.example.org/r?u=${encodeURIComponent(PAGE + LINK.replace('#', '%23'))}`,
  ],
  ['a text', ` ${PAGE}${LINK} `],
])('a pasted link is found in the wrapper of %s', (_, text) => {
  expect(linkIn(text)).toBe(LINK);
});

it('no link is found where there is none', () => {
  expect([linkIn(ID), linkIn('hello'), linkIn('https://example.org/?a=b')]).toEqual([null, null, null]);
});

it.each([
  [LINK, false],
  [LINK.slice(0, -1), true],
  [`#/table/${ID.slice(0, -9)}`, true],
  [`#/club/${ID},${ID.slice(0, 9)}`, true],
  [`#/club/${ID}/open`, false],
  ['#/', false],
  ['#/practice', false],
  ['', false],
])('%s: cut is %s', (hash, cut) => {
  expect(isCut(hash)).toBe(cut);
});
