import { languages } from '../lib/browser';
import { part } from '../lib/part';
import { preference } from '../lib/chosen';
import { speak } from '../i18n/load';
import { preferredLanguage } from '../i18n/preferred';
import '../styles/index.css';

async function begin(): Promise<void> {
  // Asks for the page and its texts at once: each answer needs its time on the way.
  const texts = part(() => speak(preference('language') ?? preferredLanguage(languages())));
  const page = part(() => import('./Page'));
  // A visitor to a table needs the chain. If a part does not load, the page says so.
  const [, screen] = /^#\/(club|table)\//.exec(location.hash) ?? [];
  if (screen) import('./App').catch(() => undefined);
  if (screen === 'table') import('../table/TablePage').catch(() => undefined);
  await texts;
  (await page).show();
}

// Not awaited, because what is loaded here uses this very file.
begin().catch((error: unknown) => {
  console.error('The page does not come:', error);
  document.getElementById('missing')?.removeAttribute('hidden');
});
