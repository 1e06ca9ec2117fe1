import { Fragment } from 'preact/compat';
import { useTexts } from '../../i18n';
import { MOVES } from '../../rpsls/moves';

/** A sentence about moves, with each move's name in its colour, and the reason in smaller letters beneath it. */
export function Told({ text }: { text: string }) {
  const [said = '', why] = text.split('\n');
  return (
    <>
      <Coloured text={said} />
      {why !== undefined && (
        <>
          {' '}
          <span className="told-why">{why}</span>
        </>
      )}
    </>
  );
}

function Coloured({ text }: { text: string }) {
  const { m } = useTexts();
  const moveOf = (name: string) => MOVES.find((move) => m.moves[move] === name);
  const names = MOVES.map((move) => m.moves[move]);
  return text.split(new RegExp(`(${names.join('|')})`)).map((part, index) => {
    const move = moveOf(part);
    const key = `${index}/${part}`;
    return move ? (
      <strong key={key} className={`move-name ${move}`}>
        {part}
      </strong>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    );
  });
}
