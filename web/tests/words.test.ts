import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Words that a player need not know. There is a plain word for each. */
const OURS = /\b(commit\w*|hash\w*|gas|vouchers?|alarms?|registration)\b/i;

it.each(['i18n/en.ts', 'club/texts.ts', 'tictactoe/texts.ts'])('%s uses a player’s words', (file) => {
  const source = readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
  const texts = [...source.matchAll(/'[^'\n]*'|`[^`]*`/g)].map(([text]) => text.replace(/\$\{[^}]*\}/g, ''));
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => OURS.test(text) && !text.startsWith("'."))).toEqual([]);
});
