import { useState } from 'preact/compat';
import { useTexts } from '../../i18n';
import { pressed } from '../../lib/aside';
import { askToNotify, canNotify, notifyPermission } from '../../lib/notify';
import { usePreference } from '../../lib/preferences';
import { Icon } from '../../ui/Icon';

/** The switch that makes the browser notify a waiting player. Asks for permission when it is needed. */
export function TellMe() {
  const { m } = useTexts();
  const [isOn, setIsOn] = usePreference('notify');
  const [isDenied, setIsDenied] = useState(() => canNotify() && notifyPermission() === 'denied');
  const ask = async (): Promise<void> => {
    const isAllowed = await askToNotify();
    setIsDenied(!isAllowed);
    setIsOn(isAllowed);
  };
  const say = (text: string) => (
    <p className="hint" role="status">
      {text}
    </p>
  );
  if (!canNotify()) return say(m.act.tellMeNever);
  if (isDenied) return say(m.header.notifyDenied);
  if (isOn === true && notifyPermission() === 'granted') return say(m.act.tellMeOn);
  return (
    <button type="button" className="button primary" onClick={() => pressed(ask())}>
      <Icon name="bell" />
      {m.act.tellMe}
    </button>
  );
}
