import { useTexts } from '../i18n';
import { usePreference } from '../lib/preferences';
import { Icon } from '../ui/Icon';

/** Mutes the page in one press. */
export function MuteButton() {
  const { m } = useTexts();
  const [sound = true, setSound] = usePreference('sound');
  const label = sound ? m.header.mute : m.header.unmute;
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => setSound(!sound)}>
      <Icon name={sound ? 'sound' : 'muted'} />
    </button>
  );
}
