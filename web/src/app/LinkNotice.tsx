import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';
import { useChain } from '../visitor/chain';
import { networkDialog } from '../visitor/dialogs';

/** What is wrong with the way to the chain, if anything. */
export function LinkNotice() {
  const { m } = useTexts();
  const { connection, link } = useChain();
  const { url } = connection;
  const change = (
    <button type="button" className="button quiet" onClick={() => networkDialog.set(true)}>
      {m.network.change}
    </button>
  );
  switch (link.status) {
    case 'online':
      return null;
    case 'connecting':
      return (
        <Notice tone="calm" icon="node" title={m.network.connectingTitle}>
          <p>{m.network.connectingText(url)}</p>
        </Notice>
      );
    case 'offline':
      return (
        <Notice tone="warning" icon="node" title={link.wasThere ? m.network.offlineTitle : m.network.nowhereTitle}>
          <p>{link.wasThere ? m.network.offlineText(url) : m.network.nowhereText(url)}</p>
          <div className="row">
            <button type="button" className="button quiet" onClick={() => connection.retryNow()}>
              {m.retry}
            </button>
            {change}
          </div>
        </Notice>
      );
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
          <p>{m.network.badAddressText(url)}</p>
          {change}
        </Notice>
      );
  }
}
