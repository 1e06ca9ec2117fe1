import type { ReactNode } from 'react';
import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';
import { useTitle } from '../program/attention';
import { PlainHeader } from './PlainHeader';
import { trustNode } from '../visitor/nodes';
import { defaultNode, withNode } from '../visitor/route';

interface NodeQuestionProps {
  url: string;
  /** What is due at the node that one is at meanwhile. */
  children?: ReactNode;
}

/** A link names a node that the page does not know. */
export function NodeQuestion({ url, children }: NodeQuestionProps) {
  const { m } = useTexts();
  useTitle(m.title);
  return (
    <>
      <PlainHeader />
      <main className="page" id="content">
        {children}
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
      </main>
    </>
  );
}
