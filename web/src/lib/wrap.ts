import { segmenter } from './browser';

/** Breaks a text into lines that fit, between words as the language defines them: Chinese has no spaces there. */
export function wrap(text: string, language: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const segment of wordsOf(text, language)) {
    if (line !== '' && !fits((line + segment).trimEnd())) {
      lines.push(line.trimEnd());
      line = segment.trimStart();
    } else {
      line += segment;
    }
  }
  return line.trimEnd() === '' ? lines : [...lines, line.trimEnd()];
}

/** A Chinese or Japanese character: without a dictionary a line may end behind each. Others are words with spaces. */
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|\s+/gu;

function wordsOf(text: string, language: string): string[] {
  const found = segmenter(language);
  if ('reason' in found) return text.match(PIECES) ?? [];
  return [...found.value.segment(text)].map(({ segment }) => segment);
}
