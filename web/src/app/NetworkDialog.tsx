import { useState, useSyncExternalStore } from 'preact/compat';
import { LOCAL_NODE, MAINNET, nodeNamed, TESTNET } from '../lib/networks';
import { reachOf } from '../lib/reach';
import { useTexts } from '../i18n';
import { useLaterTexts } from '../i18n/later';
import { Field } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { Modal } from '../ui/Modal';
import { useChain } from '../way/chain';
import { networkDialog } from '../way/dialogs';
import { chosenNode } from '../way/leaving';
import { acceptNode, forgetNode } from '../way/nodes';
import { usePreference } from '../lib/preferences';
import { withNode } from '../way/route';

/** The node that the page talks to, and the state of the connection. */
export function NetworkDialog() {
  const { m } = useTexts();
  const { link } = useChain();
  const isOpen = useSyncExternalStore(networkDialog.subscribe, networkDialog.get);
  const isAbsent = link.status === 'offline' && !link.chain;
  const status = isAbsent ? m.network.absent : m.network[link.status];
  return (
    <>
      <button type="button" className={`button quiet network ${link.status}`} onClick={() => networkDialog.set(true)}>
        <span className="dot" aria-hidden="true" />
        <span className="hidden">{`${m.header.network}: ${status}`}</span>
        <span className="network-name" aria-hidden={link.status !== 'online'}>
          {link.status === 'online' ? link.chain.name : status}
        </span>
      </button>
      <Modal
        title={m.network.title}
        description={m.network.intro}
        isOpen={isOpen}
        onOpenChange={networkDialog.set.bind(networkDialog)}
      >
        <NodeForm />
        <TrustedNodes />
      </Modal>
    </>
  );
}

/** The form for another node. It begins with the present one each time it opens. */
function NodeForm() {
  const { m } = useTexts();
  const { connection } = useChain();
  const t = useLaterTexts();
  const [typed, setTyped] = useState(connection.url);
  const url = nodeNamed(typed);
  const { why } = reachOf(url);
  const isValid = why === null;
  const connect = (): void => {
    acceptNode(url, 'chosen');
    chosenNode.set(url);
    location.hash = withNode(location.hash, url);
    networkDialog.set(false);
  };
  const choices: [string, string][] = [
    [m.network.local, LOCAL_NODE],
    [m.network.testnet, TESTNET],
    [m.network.mainnet, MAINNET],
  ];
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) connect();
      }}
    >
      <div className="choices">
        {choices.map(([name, address]) => (
          <button
            key={address}
            type="button"
            className="choice"
            aria-pressed={address === url}
            onClick={() => setTyped(address)}
          >
            <strong>{name}</strong>
            <span className="mono">{address}</span>
          </button>
        ))}
      </div>
      <Field label={m.network.node} hint={m.network.nodeHint} error={url && why && t.unreachable[why]}>
        {(props) => (
          <input
            {...props}
            className="mono"
            value={typed}
            spellcheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" className="button primary" disabled={!isValid}>
        {m.network.connect}
      </button>
    </form>
  );
}

/** The trusted nodes, with a way to remove them. */
function TrustedNodes() {
  const { m } = useTexts();
  const [nodes = []] = usePreference('nodes');
  if (nodes.length === 0) return null;
  return (
    <section className="kept">
      <h3>{m.network.trusted}</h3>
      <p className="hint">{m.network.trustedHint}</p>
      <ul className="recent">
        {nodes.map((url) => (
          <li key={url}>
            <span className="mono breakable">{url}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={m.network.distrust(url)}
              title={m.network.distrust(url)}
              onClick={() => forgetNode(url)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
