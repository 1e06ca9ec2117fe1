import { expect, test } from 'vitest';
import { KnownCodes } from '../src/chain/code';

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
