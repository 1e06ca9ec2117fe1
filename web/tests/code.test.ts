import { afterEach, expect, test, vi } from 'vitest';
import { fetchProgram, KnownCodes } from '../src/chain/code';

afterEach(() => vi.unstubAllGlobals());

const id = (byte: string) => byte.repeat(32);
const LIST = [
  `${id('01')}  1.0.0/rpsls.opt.wasm`,
  `${id('02')}  1.0.0/tic_tac_toe.opt.wasm`,
  `${id('03')}  1.1.0/rpsls.opt.wasm`,
  '',
].join('\n');

test('a program is known by the code of a release or of the page itself', () => {
  const codes = new KnownCodes(LIST, 'rpsls.opt.wasm', `0x${id('09')}`);
  expect(codes.codeOf(`0x${id('01')}`)).toEqual({ kind: 'release', version: '1.0.0' });
  expect(codes.codeOf(`0x${id('03')}`)).toEqual({ kind: 'release', version: '1.1.0' });
  expect(codes.codeOf(`0x${id('02')}`)).toEqual({ kind: 'unknown' });
  expect(codes.deployed).toEqual({ kind: 'development' });
});

test('the page deploys a release if the program has not changed since', () => {
  const codes = new KnownCodes(LIST, 'rpsls.opt.wasm', `0x${id('03')}`);
  expect(codes.deployed).toEqual({ kind: 'release', version: '1.1.0' });
});

test('without releases there are none', () => {
  expect(new KnownCodes('', 'rpsls.opt.wasm', `0x${id('09')}`).codeOf(`0x${id('01')}`)).toEqual({ kind: 'unknown' });
});

test('a page of the host is not deployed for the program', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<!doctype html><p>Hello')));
  await expect(fetchProgram('any')).rejects.toThrow('the program is not at this page’s host (200)');
  const code = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(code)));
  await expect(fetchProgram('any')).resolves.toEqual(code);
});

test('a host that says nothing about a program is given up', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const failed = expect(fetchProgram('any')).rejects.toMatchObject({ failure: { kind: 'page' } });
  await vi.advanceTimersByTimeAsync(31_000);
  await failed;
  vi.useRealTimers();
});
