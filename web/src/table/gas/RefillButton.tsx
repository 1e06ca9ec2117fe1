import { useTexts } from '../../i18n';
import { pressed } from '../../lib/aside';
import { ActButton } from '../../way/ActButton';
import { useWork } from '../../way/useWork';
import type { Purse } from '../../rpsls/purses';
import { refill } from '../../way/purse';

/** Lets the wallet put what a purse lacks, in the smallest unit, into it. */
export function RefillButton({ purse, lack }: { purse: Purse; lack: bigint }) {
  const { m, f } = useTexts();
  const { step, failure, start } = useWork('The purse is not filled');
  const fill = (): Promise<boolean> => start((online, account, onStep) => refill(online, account, purse, lack, onStep));
  return (
    <>
      <ActButton tone="quiet" step={step} onClick={() => pressed(fill())}>
        {m.gas.refill(f.rounded(lack))}
      </ActButton>
      {failure && <p role="alert">{f.failure(failure)}</p>}
    </>
  );
}
