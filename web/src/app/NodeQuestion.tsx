import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';
import { chosenNode } from '../way/leaving';
import { acceptNode } from '../way/nodes';
import { defaultNode, withNode } from '../way/route';

interface QuestionProps {
  url: string;
  title: string;
  text: string;
  /** The answer that keeps the page where it is, and the one that does not. */
  stay: string;
  onStay: () => void;
  onUse: () => void;
}

function Question({ url, title, text, stay, onStay, onUse }: QuestionProps) {
  const { m } = useTexts();
  return (
    <Notice tone="warning" icon="node" title={title}>
      <p>{text}</p>
      <p className="mono breakable">{url}</p>
      <div className="row">
        <button type="button" className="button primary" onClick={onStay}>
          {stay}
        </button>
        <button type="button" className="button quiet" onClick={onUse}>
          {m.network.useIt}
        </button>
      </div>
    </Notice>
  );
}

/** Asks about a node in a link that the page does not know. */
export function NodeQuestion({ url }: { url: string }) {
  const { m } = useTexts();
  return (
    <Question
      url={url}
      title={m.network.unknownTitle}
      text={m.network.unknownText}
      stay={m.network.useOwn}
      onStay={() => {
        location.hash = withNode(location.hash, defaultNode());
      }}
      onUse={() => acceptNode(url, 'trusted')}
    />
  );
}

/**
 * Asks before the page leaves a node where a move is still to be shown.
 *
 * @param stay the address of the screen that the person leaves
 */
export function LeaveQuestion({ url, stay }: { url: string; stay: string }) {
  const { m } = useTexts();
  return (
    <Question
      url={url}
      title={m.network.leaveTitle}
      text={m.network.leaveText}
      stay={m.network.stay}
      onStay={() => {
        location.hash = stay;
      }}
      onUse={() => chosenNode.set(url)}
    />
  );
}
