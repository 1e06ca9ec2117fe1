import { describe, expect, it } from 'vitest';
import { guestsIn } from '../src/table/gas/guestsIn';
import { nameIn, readNames, writeNames } from '../src/way/names';

const [ADA, GRACE] = [`0x8eaf0415${'1'.repeat(56)}`, `0x90b5ab20${'2'.repeat(56)}`] as [`0x${string}`, `0x${string}`];

describe('names in a link', () => {
  it('are read as they are written', () => {
    const text = writeNames([
      [ADA, 'Ada Lovelace'],
      [GRACE, '葛丽丝'],
    ]);
    const names = readNames(text);
    expect([nameIn(names, ADA), nameIn(names, GRACE)]).toEqual(['Ada Lovelace', '葛丽丝']);
    expect(nameIn(names, '0x01')).toBeUndefined();
  });

  it('are limited in length and number, and have only letters', () => {
    expect(readNames('nonsense,8eaf0415,8eaf0415.,8eaf04.Ada').size).toBe(0);
    expect(nameIn(readNames(`8eaf0415.${'a'.repeat(99)}`), ADA)).toBe('a'.repeat(24));
    expect(nameIn(readNames('8eaf0415.A\u202ed\u0007a'), ADA)).toBe('Ada');
    const many = Array.from({ length: 99 }, (_, index) => `${String(index).padStart(8, '0')}.x`).join(',');
    expect(readNames(many).size).toBe(20);
  });
});

describe('guests', () => {
  it('are a number, names or addresses', () => {
    for (const three of ['3', '３', '٣']) expect(guestsIn(three)).toEqual({ accounts: [], fresh: ['', '', ''] });
    expect(guestsIn('Ada, Grace\nAlan Turing')).toEqual({ accounts: [], fresh: ['Ada', 'Grace', 'Alan Turing'] });
    expect(guestsIn(ADA)).toEqual({ accounts: [ADA], fresh: [] });
  });

  it('are not a mix of these, too many, or an address with a typing error', () => {
    for (const text of [
      '',
      '0',
      '21',
      `${ADA}\nAda`,
      ADA.slice(0, -1),
      Array.from({ length: 21 }, (_, i) => `n${i}`).join(','),
    ])
      expect(guestsIn(text), text).toBeNull();
  });
});
