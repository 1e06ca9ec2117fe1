import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from './app/Crash';
import { Shell } from './app/Shell';
import { part } from './lib/part';
import { keepPresses } from './lib/presses';
import { useTheme } from './settings/theme';
import { TextsProvider } from './i18n';
import './styles/index.css';

/** The page with the chain's code, many times as large as what is shown until it is there. */
const App = lazy(async () => ({ default: (await part(() => import('./app/App'))).App }));

function Page() {
  useTheme();
  return (
    <TextsProvider>
      <CrashBoundary isWhole>
        <Suspense fallback={<Shell />}>
          <App />
        </Suspense>
      </CrashBoundary>
    </TextsProvider>
  );
}

keepPresses();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
