import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'preact/compat';
import { createRoot } from 'preact/compat/client';
import { options } from 'preact';
import { TextsProvider, useTexts } from '../i18n';
import { aside } from '../lib/aside';
import { late } from '../lib/late';
import { keepPresses } from '../lib/presses';
import { lookWhetherKept, refuseKeys } from '../lib/storage';
import { isTableThere } from '../practice/first';
import { FirstPick } from '../practice/FirstPick';
import { useTitle } from '../way/attention';
import { useTheme } from '../lib/theme';
import { connectSoon } from '../way/soon';
import { repairAddress } from '../way/repair';
import { unsafePlace } from '../way/place';
import { parseRoute, useHash } from '../way/route';
import { Awaited } from './Awaited';
import { CrashBoundary } from '../ui/Crash';
import { Header } from './Header';
import { keepPage } from './offline';
import { PlaceNotice } from './PlaceNotice';
import { SlotsContext } from './slots';
import { Welcome } from './Welcome';

/** The part that needs the chain's code, which is many times as large as what shows before it. */
const App = late(async () => (await import('./App')).App);

/** Puts the page onto the screen. */
export function show(): void {
  keepPresses();
  repairAddress();
  window.addEventListener('hashchange', () => repairAddress(''));
  const unsafe = unsafePlace();
  if (unsafe) refuseKeys(unsafe);
  aside(lookWhetherKept(), 'Whether the browser keeps what is stored');
  keepPage();
  // A hidden tab has no frames, and its timers wait up to a minute. It has moves to show all the same.
  options.requestAnimationFrame = (run) => (document.hidden ? queueMicrotask(run) : setTimeout(run));
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no root');
  createRoot(root).render(
    <TextsProvider>
      <CrashBoundary isWhole>
        <Page />
      </CrashBoundary>
    </TextsProvider>,
  );
  // The page is there first: it says what is wrong with a node.
  connectSoon();
}

/** The frame of all screens, with what can be played before the chain's code is there. */
function Page() {
  useTheme();
  const { m } = useTexts();
  const { screen } = parseRoute(useHash());
  const { name } = screen;
  useTitle(name === 'home' ? m.title : `${m.titles[name]} · ${m.title}`);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [notices, setNotices] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ tools, notices }), [tools, notices]);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // People and screen readers read a new screen from its top.
    if (!isFirst.current) {
      main.current?.focus();
      window.scrollTo(0, 0);
    }
    isFirst.current = false;
  }, [name]);
  const isHome = name === 'home' || name === 'club';
  const isTable = useSyncExternalStore(isTableThere.subscribe, isTableThere.get);
  return (
    <SlotsContext value={slots}>
      <Header tools={setTools} />
      <main className={isHome ? 'page home' : 'page'} id="content" tabIndex={-1} ref={main}>
        <PlaceNotice />
        <div className="notices" ref={setNotices} />
        {isHome && <Welcome />}
        {name === 'practice' && !isTable && <FirstPick />}
        <CrashBoundary>{unsafePlace() !== 'framed' && <App fallback={<Awaited screen={screen} />} />}</CrashBoundary>
      </main>
    </SlotsContext>
  );
}
