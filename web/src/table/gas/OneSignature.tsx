import { usePreference } from '../../lib/preferences';
import { useAccounts } from '../../way/accounts';
import { useTexts } from '../../i18n';
import { Toggle } from '../../ui/Toggle';
import type { SeatPrice } from '../../way/price';

/**
 * What a wallet signs along with the seat, and the option to sign each message instead.
 *
 * @param hint what the wallet signs, if that is more than the seat
 */
export function OneSignature({ price, hint }: { price: SeatPrice | null; hint?: string }) {
  const { m } = useTexts();
  const { asksWallet } = useAccounts();
  const [askWallet = false, setAskWallet] = usePreference('askWallet');
  if (!asksWallet || price?.kind === 'host') return null;
  return (
    <div className="one-signature">
      {hint ? <p className="hint">{hint}</p> : price?.kind === 'purse' && <p className="hint">{m.gas.oneSignature}</p>}
      <Toggle label={m.gas.askWallet} hint={m.gas.askWalletHint} isOn={askWallet} onChange={setAskWallet} />
    </div>
  );
}
