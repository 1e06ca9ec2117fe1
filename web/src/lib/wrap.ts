/** Breaks a text into lines that fit, between words as the language defines them: Chinese has no spaces there. */
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
