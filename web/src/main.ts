import { part } from './lib/part';
import { preference } from './settings/chosen';
import { preferredLanguage, speak } from './i18n/load';
import './styles/index.css';

async function begin(): Promise<void> {
  // The page and its texts are asked for at once: each answer takes its time on the way.
  const texts = part(() => speak(preference('language') ?? preferredLanguage(navigator.languages)));
  const page = part(() => import('./app/Page'));
  // Who comes for a table waits for the chain. If it does not come, the page says so.
  if (/^#\/(house|table)\//.test(location.hash)) import('./app/App').catch(() => undefined);
  await texts;
  (await page).show();
}

// Not awaited: what is loaded here uses this very file.
begin().catch((error: unknown) => console.error('The page does not come:', error));
