import { usePreference } from '../../settings/preferences';
import { useAccounts } from '../../visitor/accounts';
import type { ActorId } from '../../chain/hex';
import { usable } from '../../chain/voucher';
import { isInWallet } from '../../chain/wallet';
import { useTexts } from '../../i18n';
import type { GameConfig } from '../../rpsls/config';
import { Toggle } from '../../ui/Toggle';
import { useSeat } from '../actions';
import { leftFor, PLAYER_MESSAGES } from '../../rpsls/endowment';
import { useKeptDelegate } from './useDelegate';
import { useEndowment } from './useEndowment';
import { useVouchers } from './useVouchers';

interface OneSignatureProps {
  program: ActorId;
  config: GameConfig;
}

/** What a wallet signs with the seat, and the way to sign each message instead. */
export function OneSignature({ program, config }: OneSignatureProps) {
  const { m, f } = useTexts();
  const { account, nameOf } = useAccounts();
  const [askWallet = false, setAskWallet] = usePreference('askWallet');
  const endowment = useEndowment(program, config, PLAYER_MESSAGES);
  const vouchers = useVouchers(account?.id ?? null, program);
  const [host] = vouchers ? usable(vouchers.all, vouchers.height) : [];
  const delegate = useKeptDelegate(useSeat(program));
  const left = useVouchers(delegate?.id ?? null, program);
  const kept = left && endowment ? leftFor(endowment, left.all, left.height) : undefined;
  if (host) return <p className="hint">{m.gas.byHost(nameOf(host.owner), f.rounded(host.balance))}</p>;
  if (!account || !isInWallet(account)) return null;
  return (
    <div className="one-signature">
      {!askWallet && endowment && (
        <p className="hint">
          {kept ? m.gas.again(f.rounded(kept.balance)) : m.gas.oneSignature(f.rounded(endowment.value))}
        </p>
      )}
      <Toggle label={m.gas.askWallet} hint={m.gas.askWalletHint} isOn={askWallet} onChange={setAskWallet} />
    </div>
  );
}
