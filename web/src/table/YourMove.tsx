import { useState } from 'preact/compat';
import { pressed } from '../lib/aside';
import { useTexts } from '../i18n';
import { moveOfOpening } from '../rpsls/moves';
import type { Secret } from '../rpsls/secrets';
import { Icon } from '../ui/Icon';
import { KeptNote } from './KeptNote';
import { MoveIcon } from './drawing/MoveIcon';
import { useSaving } from '../ui/saving';
import { fileOf, textOf } from './files';
import { pursesOf } from '../way/purse';

/** The committed move. The page shows it when its player asks. */
export function YourMove({ secret }: { secret: Secret }) {
  const { m } = useTexts();
  const [isShown, setIsShown] = useState(false);
  const move = moveOfOpening(secret.opening);
  const { keep, told } = useSaving();
  const saveIt = (): Promise<void> => {
    const text = textOf([secret], pursesOf(secret));
    return keep(fileOf(text), text);
  };
  return (
    <div className="your-move">
      <span className="label">{m.act.yourMove}</span>
      <span className="your-move-value">
        {isShown && move ? (
          <>
            <MoveIcon move={move} />
            {m.moves[move]}
          </>
        ) : (
          '• • • • •'
        )}
      </span>
      <button type="button" className="button quiet" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        <Icon name="eye" />
        {isShown ? m.act.hide : m.act.show}
      </button>
      <button type="button" className="button quiet" onClick={() => pressed(saveIt())}>
        <Icon name="download" />
        {m.act.exportOne}
      </button>
      {told}
      <KeptNote />
    </div>
  );
}
