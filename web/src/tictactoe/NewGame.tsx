import { useState } from 'preact/compat';
import { pressed } from '../lib/aside';
import { readAmount } from '../lib/amount';
import { useSymbol } from '../lib/symbol';
import { useToast } from '../ui/toasts';
import type { ActorId } from '../lib/hex';
import { parseAccount } from '../lib/address';
import { useTexts } from '../i18n';
import { ActButton } from '../way/ActButton';
import { Card } from '../ui/Card';
import { AccountField } from '../ui/AccountField';
import { Field } from '../ui/Field';
import { useTicTacToeTexts } from './texts';
import { TicTacToeTrouble } from './TicTacToeTrouble';
import { useTicTacToeActions } from './useTicTacToeActions';

export function NewGame({ program }: { program: ActorId }) {
  const { m, f } = useTexts();
  const t = useTicTacToeTexts();
  const symbol = useSymbol();
  const toast = useToast();
  const actions = useTicTacToeActions(program);
  const [draft, setDraft] = useState({ challenger: '', stake: '0', referee: '' });
  const challenger = parseAccount(draft.challenger);
  const referee = draft.referee.trim() === '' ? null : parseAccount(draft.referee);
  const stake = readAmount(draft.stake);
  const isRefereeBad = draft.referee.trim() !== '' && referee === null;
  const isReady = challenger !== null && stake !== null && !isRefereeBad;
  const create = async (): Promise<void> => {
    if (!isReady) return;
    if (await actions.act({ Create: { challenger, referee } }, stake)) {
      setDraft({ challenger: '', stake: '0', referee: '' });
      toast(t.done);
    }
  };
  return (
    <Card title={t.newGame}>
      <div className="form">
        <AccountField
          label={t.challenger}
          hint={t.challengerHint}
          error={draft.challenger !== '' && challenger === null ? m.badAccount : null}
          value={draft.challenger}
          onChange={(challenger) => setDraft({ ...draft, challenger })}
        />
        <Field label={t.stake(symbol)} hint={t.stakeHint} error={stake === null ? m.config.problems.notAmount : null}>
          {(props) => (
            <input
              {...props}
              inputMode="decimal"
              autoComplete="off"
              value={draft.stake}
              onChange={(event) => setDraft({ ...draft, stake: event.currentTarget.value })}
            />
          )}
        </Field>
        <AccountField
          label={t.referee}
          hint={t.refereeHint}
          error={isRefereeBad ? m.badAccount : null}
          value={draft.referee}
          onChange={(referee) => setDraft({ ...draft, referee })}
        />
        <div className="row">
          <ActButton step={actions.acting.step} isDisabled={!isReady} onClick={() => pressed(create())}>
            {stake === null || stake === 0n ? t.create : t.createFor(f.amount(stake))}
          </ActButton>
        </div>
        <TicTacToeTrouble acting={actions.acting} />
      </div>
    </Card>
  );
}
