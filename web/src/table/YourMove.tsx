import { useState } from 'preact/compat';
import { useTexts } from '../i18n';
import { moveOfOpening } from '../rpsls/moves';
import type { Secret } from '../rpsls/secrets';
import { Icon } from '../ui/Icon';
import { MoveIcon } from './drawing/MoveIcon';
import { exportSecrets } from './files';
import { useKeptDelegate } from './gas/useDelegate';

/** The committed move. The page shows it when its player asks. */
export function YourMove({ secret }: { secret: Secret }) {
  const { m } = useTexts();
  const [isShown, setIsShown] = useState(false);
  const delegate = useKeptDelegate(secret);
  const move = moveOfOpening(secret.opening);
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
      <button
        type="button"
        className="button quiet"
        onClick={() => exportSecrets([secret], delegate ? [delegate] : [])}
      >
        <Icon name="download" />
        {m.act.exportOne}
      </button>
      <p className="hint">{m.act.kept}</p>
    </div>
  );
}
