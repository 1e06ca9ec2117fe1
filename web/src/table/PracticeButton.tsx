import { useTexts } from '../i18n';
import { pressed } from '../lib/aside';
import { ActButton } from '../way/ActButton';
import { useBotTable } from './useBotTable';

/** Sets up a free table with a bot, where the accounts are everybody's. */
export function PracticeButton() {
  const { m, f } = useTexts();
  const table = useBotTable();
  if (!table) return null;
  const { step, failure, start } = table;
  return (
    <>
      <ActButton tone="quiet" step={step} onClick={() => pressed(start())}>
        {m.bot.play}
      </ActButton>
      {failure && (
        <p role="alert" className="hint">
          {f.failure(failure)}
        </p>
      )}
    </>
  );
}
