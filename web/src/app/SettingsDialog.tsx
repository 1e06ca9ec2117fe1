import { useState } from 'preact/compat';
import { useTexts } from '../i18n';
import { LANGUAGES } from '../i18n/load';
import type { Language } from '../i18n/messages';
import { pressed } from '../lib/aside';
import { askToNotify, canNotify } from '../lib/notify';
import { PurseCard } from '../table/gas/PurseCard';
import { KeptMoves } from './KeptMoves';
import { Field } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { Modal } from '../ui/Modal';
import { Toggle } from '../ui/Toggle';
import { usePreference, type Preferences } from '../lib/preferences';

/** How the page looks and sounds, and the openings that it stores. */
export function SettingsDialog() {
  const { m } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={m.header.settings}
        title={m.header.settings}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="settings" />
      </button>
      <Modal title={m.header.settings} description={m.title} isOpen={isOpen} onOpenChange={setIsOpen}>
        <div className="form">
          <div className="columns">
            <LanguageChoice />
            <ThemeChoice />
          </div>
          <StillChoice />
          <SoundChoice />
          <NotifyChoice />
          <WalletChoice />
          <PurseCard />
          <KeptMoves />
        </div>
      </Modal>
    </>
  );
}

function LanguageChoice() {
  const { m, language } = useTexts();
  const [, setLanguage] = usePreference('language');
  return (
    <Field label={m.header.language}>
      {(props) => (
        <select {...props} value={language} onChange={(event) => setLanguage(event.currentTarget.value as Language)}>
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function ThemeChoice() {
  const { m } = useTexts();
  const [theme, setTheme] = usePreference('theme');
  return (
    <Field label={m.header.theme}>
      {(props) => (
        <select
          {...props}
          value={theme ?? 'system'}
          onChange={({ currentTarget: { value } }) =>
            setTheme(value === 'system' ? undefined : (value as Preferences['theme']))
          }
        >
          {Object.entries(m.header.themes).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function StillChoice() {
  const { m } = useTexts();
  const [still, setStill] = usePreference('still');
  return (
    <Toggle
      label={m.header.motion}
      hint={m.header.motionHint}
      isOn={still !== true}
      onChange={(isMoving) => setStill(!isMoving)}
    />
  );
}

function SoundChoice() {
  const { m } = useTexts();
  const [sound = true, setSound] = usePreference('sound');
  return <Toggle label={m.header.sound} isOn={sound} onChange={setSound} />;
}

function WalletChoice() {
  const { m } = useTexts();
  const [askWallet, setAskWallet] = usePreference('askWallet');
  return (
    <Toggle label={m.gas.askWallet} hint={m.gas.askWalletHint} isOn={askWallet === true} onChange={setAskWallet} />
  );
}

function NotifyChoice() {
  const { m } = useTexts();
  const [isOn, setIsOn] = usePreference('notify');
  const [isDenied, setIsDenied] = useState(false);
  if (!canNotify()) return null;
  const change = async (wanted: boolean): Promise<void> => {
    const isAllowed = wanted && (await askToNotify());
    setIsDenied(wanted && !isAllowed);
    setIsOn(isAllowed);
  };
  return (
    <Toggle
      label={m.header.notify}
      hint={isDenied ? m.header.notifyDenied : m.header.notifyHint}
      isOn={isOn === true}
      onChange={(wanted) => pressed(change(wanted))}
    />
  );
}
