import { useEffect, useState } from 'preact/compat';
import { isGuarded, reachOf } from '../lib/reach';
import { useTexts } from '../i18n';
import { useLaterTexts, type LaterTexts } from '../i18n/later';
import type { Messages } from '../i18n/messages';
import { Notice } from '../ui/Notice';
import { useChain } from '../way/chain';
import { networkDialog } from '../way/dialogs';
import { GrowthNotice } from '../way/GrowthNotice';
import { hrefOf } from '../way/route';

/** Most nodes answer sooner than this, ms. */
const SOON = 1_500;

/** If a node takes longer than this, ms, the notice offers something else to do. */
const LONG = 8_000;

function Connecting({ url }: { url: string }) {
  const { m } = useTexts();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1_000)), 1_000);
    return () => {
      clearInterval(timer);
      setSeconds(0);
    };
  }, [url]);
  if (seconds * 1_000 < SOON) return null;
  return (
    // Stands beside the screen, which it would otherwise push about.
    <div className="link-awaited">
      <Notice tone="calm" icon="node" title={m.network.connectingTitle}>
        <p>{m.network.connectingText(url)}</p>
        {seconds * 1_000 >= LONG && (
          <>
            <p>{m.network.connectingFor(seconds)}</p>
            <a className="button quiet" href={hrefOf({ name: 'practice' }, url)}>
              {m.home.practice}
            </a>
          </>
        )}
      </Notice>
    </div>
  );
}

/** @param wasThere whether it has answered before; it may be of no use, for a reason */
function offlineTexts(
  wasThere: boolean,
  why: string | null,
  url: string,
  m: Messages,
  t: LaterTexts,
): [title: string, text: string] {
  if (why !== null) return [m.network.unreadTitle, m.network.unreadText(url, why)];
  if (wasThere) return [m.network.offlineTitle, m.network.offlineText(url)];
  const reach = reachOf(url);
  if (isGuarded(reach)) return [m.network.nowhereTitle, t.nowhereGuarded(url, location.origin)];
  return [m.network.nowhereTitle, reach.where === 'world' ? t.nowhereFar(url) : m.network.nowhereText(url)];
}

/** What is wrong with the connection to the chain, if anything. */
export function LinkNotice() {
  const { m } = useTexts();
  const t = useLaterTexts();
  const { connection, link } = useChain();
  const { url } = connection;
  const change = (
    <button type="button" className="button quiet" onClick={() => networkDialog.set(true)}>
      {m.network.change}
    </button>
  );
  switch (link.status) {
    case 'online':
      return <GrowthNotice />;
    case 'connecting':
      return <Connecting url={url} />;
    case 'offline': {
      const [title, text] = offlineTexts(link.chain !== null, link.why, url, m, t);
      // Stays visible for a person who has scrolled down.
      return (
        <div className="link-lost">
          <Notice tone="warning" icon="node" title={title}>
            <p>{text}</p>
            <div className="row">
              <button type="button" className="button quiet" onClick={() => connection.retryNow()}>
                {m.retry}
              </button>
              {change}
            </div>
          </Notice>
        </div>
      );
    }
    case 'foreign':
      return (
        <Notice tone="error" title={m.network.foreignTitle}>
          <p>{m.network.foreignText(link.name)}</p>
          {change}
        </Notice>
      );
    case 'impostor':
      return (
        <Notice tone="error" title={m.network.impostorTitle}>
          <p>{m.network.impostorText(url, link.name)}</p>
          {change}
        </Notice>
      );
    case 'badAddress':
      return (
        <Notice tone="error" title={m.network.badAddressTitle}>
          <p className="mono breakable">{url}</p>
          <p>{t.unreachable[reachOf(url).why ?? 'refused']}</p>
          {change}
        </Notice>
      );
  }
}
