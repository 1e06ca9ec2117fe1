import { languages } from './lib/browser';
import { part } from './lib/part';
import { preference } from './settings/chosen';
import { preferredLanguage, speak } from './i18n/load';
import './styles/index.css';

async function begin(): Promise<void> {
  // Asks for the page and its texts at once: each answer needs its time on the way.
  const texts = part(() => speak(preference('language') ?? preferredLanguage(languages())));
  const page = part(() => import('./app/Page'));
  // A visitor to a table needs the chain. If its code does not load, the page says so.
  if (/^#\/(house|table)\//.test(location.hash)) import('./app/App').catch(() => undefined);
  await texts;
  (await page).show();
}

// Not awaited, because what is loaded here uses this very file.
begin().catch((error: unknown) => console.error('The page does not come:', error));
