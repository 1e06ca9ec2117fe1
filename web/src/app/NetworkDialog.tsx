import { useEffect, useState, useSyncExternalStore } from 'react';
import { isNodeAddress } from '../chain/connection';
import { useTexts } from '../i18n';
import { Field } from '../ui/Field';
import { Modal } from '../ui/Modal';
import { useChain } from './chain';
import { networkDialog } from './dialogs';
import { trustNode } from './nodes';
import { setPreference } from './preferences';
import { LOCAL_NODE, MAINNET, TESTNET, withNode } from './route';

/** Which node the page talks to, and how that goes. */
export function NetworkDialog() {
  const { m } = useTexts();
  const { connection, link } = useChain();
  const isOpen = useSyncExternalStore(networkDialog.subscribe, networkDialog.get);
  const [url, setUrl] = useState(connection.url);
  useEffect(() => setUrl(connection.url), [connection.url, isOpen]);
  const isValid = isNodeAddress(url);
  const connect = (): void => {
    setPreference('node', url);
    trustNode(url);
    location.hash = withNode(location.hash, url);
    networkDialog.set(false);
  };
  const choices: [string, string][] = [
    [m.network.local, LOCAL_NODE],
    [m.network.testnet, TESTNET],
    [m.network.mainnet, MAINNET],
  ];
  return (
    <>
      <button
        type="button"
        className={`button quiet network ${link.status}`}
        onClick={() => networkDialog.set(true)}
      >
        <span className="dot" aria-hidden="true" />
        <span className="hidden">{`${m.header.network}: ${m.network[link.status]}`}</span>
        <span className="network-name" aria-hidden={link.status !== 'online'}>
          {link.status === 'online' ? link.chain.name : m.network[link.status]}
        </span>
      </button>
      <Modal title={m.network.title} description={m.network.intro} isOpen={isOpen} onOpenChange={networkDialog.set.bind(networkDialog)}>
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
                onClick={() => setUrl(address)}
              >
                <strong>{name}</strong>
                <span className="mono">{address}</span>
              </button>
            ))}
          </div>
          <Field label={m.network.node} hint={m.network.nodeHint}>
            {(props) => (
              <input
                {...props}
                className="mono"
                value={url}
                spellCheck={false}
                onChange={(event) => setUrl(event.target.value.trim())}
              />
            )}
          </Field>
          <button type="submit" className="button primary" disabled={!isValid}>
            {m.network.connect}
          </button>
        </form>
      </Modal>
    </>
  );
}
