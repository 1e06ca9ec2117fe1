import { lazy, Suspense, useEffect } from 'react';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import { part } from '../lib/part';
import { OpenProgram } from '../program/OpenProgram';
import { WaitingGasNotice } from '../table/gas/WaitingGas';
import { PracticeButton } from '../table/PracticeButton';
import { Card } from '../ui/Card';
import { Icon } from '../ui/Icon';
import { useChain } from '../visitor/chain';
import { useHouses, visitHouses } from '../visitor/houses';
import { Hero, Steps } from './Hero';
import { RecentTables } from './RecentTables';
import { hrefOf } from '../visitor/route';

/** The tables where strangers meet, for whoever has a house to look at. */
const Lobby = lazy(async () => ({ default: (await part(() => import('../lobby/Lobby'))).Lobby }));

/** @param linked the houses that the link names */
export function Home({ linked }: { linked: readonly ActorId[] }) {
  const { m } = useTexts();
  const { connection } = useChain();
  const known = useHouses();
  const houses = linked.length > 0 ? linked : known;
  const hasLobby = houses.length > 0;
  const { url } = connection;
  useEffect(() => {
    if (linked.length > 0) visitHouses(url, linked);
  }, [linked, url]);
  return (
    <>
      <WaitingGasNotice />
      <Hero isShort={hasLobby}>
        <a className={`button ${hasLobby ? 'quiet' : 'primary'}`} href={hrefOf({ name: 'practice' }, url)}>
          {m.home.practice}
        </a>
        <PracticeButton />
        <a className="button quiet" href={hrefOf({ name: 'deploy' }, url)}>
          {m.home.deploy}
          <Icon name="arrow" />
        </a>
      </Hero>
      {hasLobby && (
        <Suspense fallback={null}>
          <Lobby houses={houses} />
        </Suspense>
      )}
      <div className="columns">
        <OpenProgram title={m.home.open} label={m.home.openLabel} screen="table" />
        <RecentTables />
        <Card title={m.home.ticTacToe}>
          <p className="muted">{m.home.ticTacToeText}</p>
          <div className="row">
            <a className="button quiet" href={hrefOf({ name: 'ticTacToe', program: null }, url)}>
              {m.home.ticTacToe}
              <Icon name="arrow" />
            </a>
          </div>
        </Card>
      </div>
      {hasLobby && <Steps />}
    </>
  );
}
