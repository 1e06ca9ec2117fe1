/** The language that the browser asks for, as far as the page speaks it. It stands in the page's head, too. */
export function preferredLanguage(languages: readonly string[]): 'en' | 'zh-CN' {
  const first = languages.find((tag) => /^(en|zh)\b/i.test(tag));
  return first?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}
