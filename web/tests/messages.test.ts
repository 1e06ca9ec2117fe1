import { describe, expect, it } from 'vitest';
import rpslsMetadata from '@artifacts/rpsls.meta.txt?raw';
import { KnownCodes } from '../src/chain/code';
import { Interface } from '../src/chain/metadata';
import { failureOf, unsigned } from '../src/chain/failure';
import { NodeError } from '../src/chain/socket';
import { hexToU8a, stringToU8a } from '../src/lib/bytes';
import { en } from '../src/i18n/en';
import { zh } from '../src/i18n/zh';
import { formatsOf } from '../src/i18n/formats';
import { encodable } from '../src/rpsls/config';
import { encodableRules, encodableTable, USUAL } from '../src/rpsls/rules';
import { actionOf, errorOf, eventOf, type GameError } from '../src/rpsls/messages';
import { refusalOf } from '../src/way/refusal';
import { configOf, stateOf } from '../src/rpsls/state';
import { CONFIG } from './games';

const types = new Interface(rpslsMetadata, '0x0000000000000000', [], new KnownCodes('', '', '0x'));
const ACCOUNT = `0x${'03'.repeat(32)}` as const;

describe('the types in the metadata', () => {
  it('encode every action that the page sends', () => {
    const config = encodable(CONFIG);
    const rules = encodableRules(USUAL);
    expect(types.encodeInit(encodableTable(CONFIG, USUAL))).toMatch(/^0x0a00.*020100$/);
    expect(types.encodeInit(encodableTable(CONFIG, USUAL, ACCOUNT))).toMatch(/^0x0a00.*020101(03){32}$/);
    for (const action of [
      { Register: null },
      { MakeMove: ACCOUNT },
      { Reveal: '2pass' },
      { ChangeNextGameConfig: config },
      { StopGame: null },
      { Advance: null },
      { Leave: null },
      { ChangeNextGameRules: rules },
      { Join: { game: 3, commitment: ACCOUNT, delegate: null } },
      { Commit: ACCOUNT },
      { RevealAndCommit: { opening: '2pass', next: ACCOUNT } },
      { CommitFor: { player: ACCOUNT, hash: ACCOUNT } },
      { RevealFor: { player: ACCOUNT, opening: '2pass', next: null } },
      { RevealFor: { player: ACCOUNT, opening: '2pass', next: ACCOUNT } },
    ]) {
      const [name] = Object.keys(action);
      const kind = actionOf(types.decodeAction(types.encodeAction(action))).kind;
      expect(kind.toLowerCase()).toBe(name?.toLowerCase());
    }
  });

  it('keep a bet too large for a JavaScript number', () => {
    const betSize = 2n ** 100n + 1n;
    const payload = types.encodeAction({ ChangeNextGameConfig: encodable({ ...CONFIG, betSize }) });
    const json = types.decodeAction(payload) as { changeNextGameConfig: never };
    expect(configOf(json.changeNextGameConfig)).toEqual({ ...CONFIG, betSize });
  });

  it('decode each reply and broadcast', () => {
    const event = (payload: `0x${string}`) => eventOf(types.decodeTold(payload));
    expect(event('0x00')).toEqual({ kind: 'playerRegistered' });
    expect(event(`0x01${ACCOUNT.slice(2)}`)).toEqual({ kind: 'successfulMove', player: ACCOUNT });
    expect(event('0x0200')).toEqual({ kind: 'successfulReveal', result: { kind: 'continue' } });
    expect(event(`0x0404${ACCOUNT.slice(2)}`)).toEqual({ kind: 'gameWasStopped', players: [ACCOUNT] });
    expect(event(`0x0504${ACCOUNT.slice(2)}`)).toEqual({
      kind: 'stageAdvanced',
      change: { kind: 'gameOver', winner: ACCOUNT },
    });
    expect(event('0x07')).toEqual({ kind: 'gameRulesChanged' });
    expect(event('0x08')).toEqual({ kind: 'stopScheduled' });
    expect(event(`0x0904${ACCOUNT.slice(2)}`)).toEqual({ kind: 'sharesPaid', players: [ACCOUNT] });
    const change = { kind: 'sentAway', players: [ACCOUNT] };
    expect(event(`0x0a04${ACCOUNT.slice(2)}`)).toEqual({ kind: 'stageAdvanced', change });
    expect(event('0x0500')).toEqual({ kind: 'stageAdvanced', change: { kind: 'extended' } });
  });

  it('refuse an answer to another query', () => {
    expect(() => stateOf({ round: 1 })).toThrow();
  });
});

describe('each error', () => {
  /** One error of each kind that the program has. TypeScript reports a missing one. */
  const carried: Record<GameError['kind'], object> = {
    gameUnderWay: {},
    alreadyRegistered: {},
    notRegistered: {},
    notMoveStage: {},
    notRevealStage: {},
    notInRound: {},
    alreadyMoved: {},
    commitmentTaken: {},
    alreadyRevealed: {},
    openingMismatch: {},
    invalidMove: {},
    notOwner: {},
    badDelegate: {},
    notDelegate: {},
    playerNotNamed: {},
    betTooSmall: { betSize: 2n, attached: 1n },
    lobbyFull: { seats: 3 },
    sharesDue: { players: 2 },
    badConfig: { problem: 'timeoutTooShort' },
    stageNotOver: { deadline: 1 },
    otherGame: { game: 3 },
  };
  const errors = Object.entries(carried).map(([kind, content]) => ({ kind, ...content }) as GameError);

  it.each(Object.entries({ en, 'zh-CN': zh }))('has a sentence of its own in %s', (language, messages) => {
    const formats = formatsOf(language, messages);
    const sentences = new Set(errors.map((error) => refusalOf(error, messages, formats)));
    expect(sentences.size).toBe(errors.length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|object/);
  });

  it('is read with its fields', () => {
    expect(errorOf({ betTooSmall: { betSize: '0x10', attached: 1 } })).toEqual({
      kind: 'betTooSmall',
      betSize: 16n,
      attached: 1n,
    });
    expect(errorOf({ badConfig: 'PotOverflow' })).toEqual({ kind: 'badConfig', problem: 'potOverflow' });
  });
});

describe('a failure', () => {
  it.each([
    [1010, 'Invalid Transaction: Inability to pay some fees , e.g. account balance too low', 'funds'],
    [4003, 'something else', 'node'],
    // Only a wallet can say that the person has declined.
    [-32_999, 'Too many requests: access denied', 'node'],
    [1016, 'Immediately Dropped: rejected by the pool', 'node'],
  ])('of %i: %s is %s', (code, text, kind) => {
    expect(failureOf(new NodeError(text, code)).kind).toBe(kind);
  });

  it('that no node has told of is the page’s own', () => {
    for (const error of [new TypeError('there is no variant x'), new DOMException('full', 'QuotaExceededError')]) {
      expect(failureOf(error)).toEqual({ kind: 'page', text: error.message });
    }
    expect(formatsOf('en', en).failure({ kind: 'page', text: 'x' })).not.toContain('says');
  });

  it('is recognized by the node’s details, not by its title', () => {
    const trap = "Program terminated with a trap: 'Unable to call a forbidden function'";
    const refused = new NodeError(`Runtime error: "${trap}"`, 8000, `"${trap}"`);
    expect(failureOf(refused)).toEqual({ kind: 'node', text: trap });
    const outdated = new NodeError('Invalid Transaction', 1010, 'Transaction is outdated');
    expect(failureOf(outdated)).toEqual({ kind: 'node', text: 'Transaction is outdated', isPassing: true });
    const poor = new NodeError(
      'Invalid Transaction',
      1010,
      'Inability to pay some fees (e.g. account balance too low)',
    );
    expect(failureOf(poor).kind).toBe('funds');
    expect(failureOf(new NodeError('Method not found', -32601))).toEqual({
      kind: 'node',
      text: '-32601: Method not found',
    });
  });

  it('of a wallet is told in its own words', () => {
    const text = formatsOf('en', en).failure({ kind: 'wallet', text: 'Wallet is locked.' });
    expect(text).toContain('The wallet says: Wallet is locked. Unlock it and try again');
  });

  it('of a wallet that gives no reason puts no words into its mouth', () => {
    for (const [thrown, says] of [
      ['Locked', 'The wallet says: Locked.'],
      [{ code: 4001 }, 'You declined'],
      [undefined, 'gave no reason'],
      [null, 'gave no reason'],
      [{ reason: 'none' }, 'gave no reason'],
      [{ message: { deep: 1 } }, 'gave no reason'],
      [new Error(''), 'gave no reason'],
    ] as const)
      expect(formatsOf('en', en).failure(unsigned(thrown).failure)).toContain(says);
  });
});

it('an opening is encoded as it was hashed, whatever it looks like', () => {
  for (const opening of ['0xface', '0x', '0x6162', '1plain', '4密码']) {
    const encoded = types.encodeAction({ Reveal: opening });
    const bytes = stringToU8a(opening);
    expect(hexToU8a(encoded).slice(-bytes.length)).toEqual(bytes);
    expect(hexToU8a(encoded)).toHaveLength(2 + bytes.length);
  }
});

it('a date in another year shows the year', () => {
  const { moment } = formatsOf('en', en);
  const year = new Date().getFullYear();
  expect(moment(new Date(year, 5, 15, 12).getTime())).toBe('Jun 15, 12:00');
  expect(moment(new Date(year + 1, 5, 15, 12).getTime())).toBe(`Jun 15, ${year + 1}, 12:00`);
});
