import { describe, expect, it } from 'vitest';
import type { ActorId } from '../src/lib/hex';
import { en } from '../src/i18n/en';
import { zh } from '../src/i18n/zh';
import { formatsOf } from '../src/i18n/formats';
import type { RoundResult } from '../src/rpsls/round';
import { resultStory } from '../src/table/result/resultStory';
import { resultText } from '../src/table/result/resultText';
import { wrap } from '../src/lib/wrap';
import { movesOf } from './games';

const [ADA, BOB, CY] = ['0x01', '0x02', '0x03'] as const;
const NAMES: Record<ActorId, string> = { [ADA]: 'Ada', [BOB]: 'Bob', [CY]: 'Cy' };
const words = { m: en, f: formatsOf('en', en, 'VARA'), nameOf: (id: ActorId) => NAMES[id] ?? '' };
const GAME = { winner: ADA, pot: 30n * 10n ** 12n, rounds: 2 };

function round(isGameOver = true): RoundResult {
  const reveals = movesOf({ [ADA]: 'paper', [BOB]: 'rock', [CY]: 'spock' });
  return { game: 0, number: 2, reveals, late: [], survivors: [ADA], isGameOver, time: 0 };
}

describe('the story of a result', () => {
  it('says who won, what was played and what beat what', () => {
    const story = resultStory(GAME, round(), words);
    expect(story).toEqual({
      headline: 'Ada won the pot of 30 VARA in 2 rounds',
      played: [
        { name: 'Ada', move: 'paper', isWinner: true },
        { name: 'Bob', move: 'rock', isWinner: false },
        { name: 'Cy', move: 'spock', isWinner: false },
      ],
      victories: ['Paper covers Rock.', 'Paper disproves Spock.'],
    });
    expect(resultText('RPSLS', story)).toBe(
      'RPSLS\nAda won the pot of 30 VARA in 2 rounds\n✋ Ada  ✊ Bob  🖖 Cy\nPaper covers Rock.\nPaper disproves Spock.',
    );
  });

  it('ends its sentences as the language requires', () => {
    const chinese = { ...words, m: zh };
    expect(resultStory(GAME, round(), chinese).victories).toEqual(['布包住石头。', '布驳倒史波克。']);
    expect(zh.paragraph(zh.rules.whenFull(2), zh.rules.atDeadline)).not.toContain(' ');
  });

  it('leaves out a round of another game', () => {
    const story = resultStory(GAME, null, words);
    expect(story).toEqual({ headline: 'Ada won the pot of 30 VARA in 2 rounds', played: [], victories: [] });
    expect(resultText('RPSLS', story)).toBe('RPSLS\nAda won the pot of 30 VARA in 2 rounds');
    expect(resultStory(GAME, round(false), words).played).toEqual([]);
  });
});

describe('lines of a picture', () => {
  const fits = (line: string): boolean => line.length <= 10;

  it('break between words', () => {
    expect(wrap('Ada won 30 VARA in two', 'en', fits)).toEqual(['Ada won 30', 'VARA in', 'two']);
    expect(wrap('short', 'en', fits)).toEqual(['short']);
    expect(wrap('', 'en', fits)).toEqual([]);
  });

  it('break without spaces, and never lose a word that is too long', () => {
    const text = '艾达在两轮中赢得三十筹码和奖杯';
    const lines = wrap(text, 'zh-CN', fits);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe(text);
    expect(wrap('Supercalifragilistic no', 'en', fits)).toEqual(['Supercalifragilistic', 'no']);
  });
});
