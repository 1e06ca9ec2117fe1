import { useEffect } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { late } from '../lib/late';
import { OpenProgram } from '../way/OpenProgram';
import { PurseCard } from '../table/gas/PurseCard';
import { titleOf } from '../lib/preferences';
import { isHeld, useTakenSeats } from '../table/seats';
import { PracticeButton } from '../table/PracticeButton';
import { Card } from '../ui/Card';
import { Icon } from '../ui/Icon';
import { Notice } from '../ui/Notice';
import { shortId } from '../way/accounts';
import { useChain, useGenesis } from '../way/chain';
import { useClubs, visitClubs } from '../way/clubs';
import { hrefOf } from '../way/route';
import { Fairness } from './Fairness';
import { RecentTables } from './RecentTables';
import { StrangerPlaceholder } from './StrangerPlaceholder';

const lobby = async () => (await import('../lobby/Lobby')).Lobby;

/** The tables where strangers meet. */
const Lobby = late(lobby);

/**
 * The people to play with, besides the board against a bot.
 *
 * @param linked the clubs that the link names
 */
export function Home({ linked }: { linked: readonly ActorId[] }) {
  const { m } = useTexts();
  const { connection } = useChain();
  const known = useClubs();
  const clubs = linked.length > 0 ? linked : known;
  const hasNoSeat = useTakenSeats().length === 0;
  const { url } = connection;
  useEffect(() => {
    if (linked.length > 0) visitClubs(url, linked);
  }, [linked, url]);
  useEffect(() => {
    // Loads beside the way to the node, before the page knows whether there are tables. The component reports it if
    // this fails.
    lobby().catch(() => undefined);
  }, []);
  return (
    <>
      <section className="people">
        <OwnSeats />
        {clubs === null && <StrangerPlaceholder />}
        {clubs !== null && clubs.length > 0 && (
          <Lobby clubs={clubs} fallback={<StrangerPlaceholder />} awaited={<StrangerPlaceholder />} />
        )}
        {clubs?.length === 0 && <Friends />}
        {hasNoSeat && <PurseCard />}
      </section>
      <section className="others" aria-labelledby="others">
        <h2 id="others">{m.home.others}</h2>
        <div className="columns">
          {clubs?.length !== 0 && <Friends />}
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
      </section>
      <Fairness />
    </>
  );
}

/** The seats that this browser has at the moment: what else there is to play comes after them. */
function OwnSeats() {
  const { m } = useTexts();
  const { connection } = useChain();
  const genesis = useGenesis();
  const seats = useTakenSeats().filter((seat) => seat.genesis === genesis && isHeld(seat));
  return seats.map(({ program, account, seen }) => (
    <Notice
      key={`${program}/${account}`}
      tone="calm"
      icon="clock"
      title={seen ? m.act.registeredTitle : m.act.onItsWay}
    >
      <p className="row">
        <bdi>{titleOf(program) || shortId(program)}</bdi>
        <a className="button quiet" href={hrefOf({ name: 'table', program }, connection.url)}>
          {m.act.toTable}
        </a>
      </p>
    </Notice>
  ));
}

/** A table of one's own that no list shows. */
function Friends() {
  const { m } = useTexts();
  const { connection } = useChain();
  return (
    <Card title={m.home.friends}>
      <p className="muted">{m.home.friendsText}</p>
      <div className="row">
        <a className="button quiet" href={hrefOf({ name: 'deploy' }, connection.url)}>
          {m.home.deploy}
          <Icon name="arrow" />
        </a>
        <PracticeButton />
      </div>
    </Card>
  );
}
