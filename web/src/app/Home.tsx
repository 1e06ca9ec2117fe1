import { useState } from 'react';
import { parseActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import { PracticeButton } from '../table/PracticeButton';
import { Card } from '../ui/Card';
import { Field } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { useChain } from '../visitor/chain';
import { Hero } from './Hero';
import { RecentTables } from './RecentTables';
import { hrefOf } from '../visitor/route';

export function Home() {
  const { m } = useTexts();
  const { connection } = useChain();
  return (
    <>
      <Hero>
        <a className="button primary" href={hrefOf({ name: 'practice' }, connection.url)}>
          {m.home.practice}
        </a>
        <PracticeButton />
        <a className="button quiet" href={hrefOf({ name: 'deploy' }, connection.url)}>
          {m.home.deploy}
          <Icon name="arrow" />
        </a>
      </Hero>
      <div className="columns">
        <OpenTable />
        <RecentTables />
        <Card title={m.home.ticTacToe}>
          <p className="muted">{m.home.ticTacToeText}</p>
          <div className="row">
            <a className="button quiet" href={hrefOf({ name: 'ticTacToe', program: null }, connection.url)}>
              {m.home.ticTacToe}
              <Icon name="arrow" />
            </a>
          </div>
        </Card>
      </div>
    </>
  );
}

function OpenTable() {
  const { m } = useTexts();
  const { connection } = useChain();
  const [text, setText] = useState('');
  const [isBad, setIsBad] = useState(false);
  return (
    <Card title={m.home.open}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const program = parseActorId(text);
          setIsBad(!program);
          if (program) location.hash = hrefOf({ name: 'table', program }, connection.url);
        }}
      >
        <Field label={m.home.openLabel} hint={m.home.openHint} error={isBad ? m.home.badId : null}>
          {(props) => (
            <div className="with-button">
              <input
                {...props}
                className="mono"
                value={text}
                spellCheck={false}
                autoComplete="off"
                placeholder="0x…"
                onChange={(event) => setText(event.target.value)}
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
