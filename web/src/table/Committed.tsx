import { useTexts } from '../i18n';
import type { Opening } from '../rpsls/secrets';
import { Notice } from '../ui/Notice';
import { ImportButton } from './ImportButton';
import { RevealForMe } from './reveal/RevealForMe';
import { YourMove } from './YourMove';

/** The committed move that waits for its reveal, or a warning that it can't be revealed. */
export function Committed({ opening }: { opening: Opening }) {
  const { m } = useTexts();
  switch (opening.kind) {
    case 'here':
      return (
        <>
          <YourMove secret={opening.secret} />
          <RevealForMe />
        </>
      );
    case 'absent':
      return <NoSecret text={m.act.noSecretEarly} />;
    case 'none':
    case 'unknown':
      return null;
  }
}

export function NoSecret({ text }: { text: string }) {
  const { m } = useTexts();
  return (
    <Notice tone="warning" title={m.act.noSecretTitle}>
      <p>{text}</p>
      <ImportButton tone="primary" />
    </Notice>
  );
}
