import { useTexts } from '../i18n';
import { OpenProgram } from '../program/OpenProgram';
import { WaitingGasNotice } from '../table/gas/WaitingGas';
import { PracticeButton } from '../table/PracticeButton';
import { Card } from '../ui/Card';
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
      <WaitingGasNotice />
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
        <OpenProgram title={m.home.open} label={m.home.openLabel} screen="table" />
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
