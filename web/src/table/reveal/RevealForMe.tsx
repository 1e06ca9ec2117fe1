import { useAccounts } from '../../way/accounts';
import { useTexts } from '../../i18n';
import { Toggle } from '../../ui/Toggle';
import { useRevealChoice } from './useRevealChoice';

/** The switch that makes the page reveal by itself. */
export function RevealForMe() {
  const { m } = useTexts();
  const { account } = useAccounts();
  const [isOn, setIsOn] = useRevealChoice(account?.id ?? null);
  return <Toggle label={m.act.revealForMe} hint={m.act.revealForMeHint} isOn={isOn} onChange={setIsOn} />;
}
