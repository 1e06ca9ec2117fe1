import { useState } from 'preact/compat';
import { parseActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { Card } from '../ui/Card';
import { Field } from '../ui/Field';
import { useChain } from './chain';
import { linkIn } from './repair';
import { hrefOf } from './route';

interface OpenProgramProps {
  title: string;
  /** The label of the id's field. */
  label: string;
  screen: 'table' | 'ticTacToe';
}

/** Opens the screen of a program whose id or link somebody has. */
export function OpenProgram({ title, label, screen }: OpenProgramProps) {
  const { m } = useTexts();
  const { connection } = useChain();
  const [text, setText] = useState('');
  const [isBad, setIsBad] = useState(false);
  return (
    <Card title={title}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const link = linkIn(text);
          const program = parseActorId(text);
          setIsBad(!link && !program);
          if (link) location.hash = link;
          else if (program) location.hash = hrefOf({ name: screen, program }, connection.url);
        }}
      >
        <Field label={label} hint={m.home.openHint} error={isBad ? m.home.badId : null}>
          {(props) => (
            <div className="with-button">
              <input
                {...props}
                className="mono"
                placeholder="0x…"
                spellcheck={false}
                autoComplete="off"
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <button type="submit" className="button primary">
                {m.home.openButton}
              </button>
            </div>
          )}
        </Field>
      </form>
    </Card>
  );
}
