import { expect, it } from 'vitest';
import { pageOf, unsafePlace } from '../src/way/place';

it.each([
  ['127.0.0.1', '/any/folder/', false, null],
  ['play.example.org', '/', false, null],
  ['play.example.org', '/2.1.0/', false, null],
  ['club.example.org', '/games/', false, null],
  ['someone.github.io', '/', false, null],
  ['someone.github.io', '/index.html', false, null],
  ['someone.github.io', '/2.0.0/', false, null],
  ['someone.github.io', '/rpsls/', false, 'shared'],
  ['someone.github.io', '/rpsls/2.0.0/', false, 'shared'],
  ['someone.gitlab.io', '/rpsls/index.html', false, 'shared'],
  ['someone.codeberg.page', '/rpsls/', false, 'shared'],
  ['ipfs.io', '/ipfs/bafy/', false, 'shared'],
  ['play.example.org', '/', true, 'framed'],
])('at %s%s, framed: %s: %s', (hostname, pathname, framed, why) => {
  expect(unsafePlace({ hostname, pathname }, framed)).toBe(why);
});

it.each([
  ['https://play.example.org/', 'https://play.example.org/2.0.0/'],
  ['https://play.example.org/2.1.0/?x#/table', 'https://play.example.org/2.0.0/'],
  ['https://play.example.org/app/index.html', 'https://play.example.org/app/2.0.0/'],
  ['https://play.example.org/app/2.1.0-rc.1/index.html', 'https://play.example.org/app/2.0.0/'],
])('beside %s the page of 2.0.0 is at %s', (here, there) => {
  expect(pageOf('2.0.0', here)).toBe(there);
});
