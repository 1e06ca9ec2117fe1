/** What a person typed or pasted, without spaces around it and characters that nobody sees: messengers add some. */
export function typed(text: string): string {
  return text.replace(/\p{Cf}/gu, '').trim();
}
