import { useState, useSyncExternalStore } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import { addressOf } from '../lib/address';
import { useTexts } from '../i18n';
import { CopyButton } from '../ui/CopyButton';
import { Field } from '../ui/Field';
import { Modal } from '../ui/Modal';
import { personDialog } from '../way/dialogs';
import { useIdentities, useIntroduction } from '../way/identities';
import { setNickname, usePreference } from '../lib/preferences';
import { ss58 } from '../lib/symbol';

/** An account's address, and its nickname. */
export function PersonDialog() {
  const { m } = useTexts();
  const id = useSyncExternalStore(personDialog.subscribe, personDialog.get);
  return (
    <Modal
      title={m.person.title}
      description={m.person.text}
      isOpen={id !== null}
      onOpenChange={(isOpen) => !isOpen && personDialog.set(null)}
    >
      {id && <NicknameForm id={id} />}
    </Modal>
  );
}

function NicknameForm({ id }: { id: ActorId }) {
  const { m } = useTexts();
  const prefix = useSyncExternalStore(ss58.subscribe, ss58.get);
  const [nicknames = {}] = usePreference('nicknames');
  const [name, setName] = useState(nicknames[id] ?? '');
  const address = addressOf(id, prefix);
  useIntroduction([id]);
  const identity = useIdentities().get(id);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        setNickname(id, name);
        personDialog.set(null);
      }}
    >
      <p className="mono breakable">{address}</p>
      <CopyButton text={address} label={m.account.copyAddress} />
      {identity && (
        <p>
          {m.person.identity}: <strong>{identity.name}</strong>{' '}
          <span className={`tag ${identity.isVerified ? '' : 'warning'}`}>
            {identity.isVerified ? m.person.verified : m.person.unverified}
          </span>
        </p>
      )}
      <Field label={m.person.nickname} hint={m.person.nicknameHint}>
        {(props) => (
          <div className="with-button">
            <input
              {...props}
              maxLength={32}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <button type="submit" className="button primary">
              {m.person.save}
            </button>
          </div>
        )}
      </Field>
    </form>
  );
}
