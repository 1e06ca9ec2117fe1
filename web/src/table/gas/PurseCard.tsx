import { useTexts } from '../../i18n';
import { pressed } from '../../lib/aside';
import { ActButton } from '../../way/ActButton';
import { useWork } from '../../way/useWork';
import type { Purse } from '../../rpsls/purses';
import { useToast } from '../../ui/toasts';
import { useAccounts } from '../../way/accounts';
import { useChain } from '../../way/chain';
import { empty } from '../../way/purse';
import { useTakenSeats } from '../seats';
import { useKeptPurses, useMoneyIn } from './usePurses';

/** The money in the chosen account's purse, and one press that sends it back. */
export function PurseCard() {
  const { link } = useChain();
  const { account } = useAccounts();
  const genesis = link.status === 'online' ? link.chain.genesis : null;
  const purses = useKeptPurses(genesis && account ? { genesis, account: account.id } : null);
  return purses.map((purse) => <Content key={purse.id} purse={purse} />);
}

function Content({ purse }: { purse: Purse }) {
  const { m, f } = useTexts();
  const { nameOf } = useAccounts();
  const toast = useToast();
  const { step, failure, start } = useWork('The purse is not emptied');
  const money = useMoneyIn(purse);
  const isNeeded = useTakenSeats().some(
    ({ genesis, account }) => genesis === purse.genesis && account === purse.account,
  );
  if (money === null || (money.has === 0n && step === null)) return null;
  const { has, held } = money;
  const sendBack = (): Promise<boolean> =>
    start(async (online, _, onStep) => {
      const value = await empty(online, purse, onStep);
      toast(m.gas.takenBack(f.rounded(value)));
    });
  return (
    <section className="card purse">
      <p>{m.gas.inPurse(f.rounded(has))}</p>
      <p className="hint">{m.gas.purseHint}</p>
      {isNeeded && <p className="hint">{m.gas.purseNeeded}</p>}
      {held > 0n && <p className="hint">{m.gas.held(f.rounded(held))}</p>}
      <ActButton tone="quiet" step={step} isDisabled={isNeeded || held > 0n} onClick={() => pressed(sendBack())}>
        {m.gas.empty(nameOf(purse.account))}
      </ActButton>
      {failure && <p role="alert">{f.failure(failure)}</p>}
    </section>
  );
}
