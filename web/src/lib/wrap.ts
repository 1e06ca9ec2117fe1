/**
 * A text in lines that fit, broken between words as its language has them: Chinese
 * puts no spaces there.
 */
export function wrap(text: string, language: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (line !== '' && !fits((line + segment).trimEnd())) {
      lines.push(line.trimEnd());
      line = segment.trimStart();
    } else {
      line += segment;
    }
  }
  return line.trimEnd() === '' ? lines : [...lines, line.trimEnd()];
}
