import { useTexts } from '../i18n';
import { pressed } from '../lib/aside';
import type { ActorId } from '../lib/hex';
import { ActButton } from '../way/ActButton';
import { Card } from '../ui/Card';
import type { BoardView } from './session';
import { useTicTacToeTexts } from './texts';
import { TicTacToeTrouble } from './TicTacToeTrouble';
import { useTicTacToeActions } from './useTicTacToeActions';

/** The pass that the program sells, or the one that the account holds. */
export function PassCard({ program, view }: { program: ActorId; view: BoardView }) {
  const { f } = useTexts();
  const t = useTicTacToeTexts();
  const actions = useTicTacToeActions(program);
  const pass = view.overview?.config.pass;
  if (!pass) return null;
  const left = pass.supply - (view.overview?.passes ?? 0);
  return (
    <Card title={t.pass}>
      {view.pass === null ? (
        <>
          <p className="muted">{t.passText(f.amount(pass.price), left)}</p>
          <ActButton step={actions.acting.step} onClick={() => pressed(actions.act({ MintPass: null }, pass.price))}>
            {t.mint(f.amount(pass.price))}
          </ActButton>
        </>
      ) : (
        <p>{t.holdsPass(view.pass)}</p>
      )}
      <TicTacToeTrouble acting={actions.acting} />
    </Card>
  );
}
