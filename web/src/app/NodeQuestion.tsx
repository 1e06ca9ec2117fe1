import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';
import { trustNode } from '../visitor/nodes';
import { defaultNode, withNode } from '../visitor/route';

/** Asks about a node in a link that the page does not know. */
export function NodeQuestion({ url }: { url: string }) {
  const { m } = useTexts();
  return (
    <Notice tone="warning" icon="node" title={m.network.unknownTitle}>
      <p>{m.network.unknownText}</p>
      <p className="mono breakable">{url}</p>
      <div className="row">
        <button
          type="button"
          className="button primary"
          onClick={() => {
            location.hash = withNode(location.hash, defaultNode());
          }}
        >
          {m.network.useOwn}
        </button>
        <button type="button" className="button quiet" onClick={() => trustNode(url)}>
          {m.network.useIt}
        </button>
      </div>
    </Notice>
  );
}
