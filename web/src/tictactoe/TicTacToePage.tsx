import { useCallback, useSyncExternalStore } from 'preact/compat';
import { pressed } from '../lib/aside';
import { useAccounts } from '../visitor/accounts';
import { AccountChooser } from '../visitor/AccountChooser';
import { useChain } from '../visitor/chain';
import { HomeLink } from '../visitor/HomeLink';
import { useIntroduction } from '../visitor/identities';
import { useName } from '../visitor/people';
import { useResource } from '../lib/useResource';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import { ActButton } from '../program/ActButton';
import { OpenProgram } from '../program/OpenProgram';
import { ProgramId } from '../program/ProgramId';
import { ShareDialog } from '../program/ShareDialog';
import { Card } from '../ui/Card';
import { Notice } from '../ui/Notice';
import { UnknownCode } from '../program/UnknownCode';
import { Board } from './Board';
import { nameOf } from './changes';
import { DeployHouse } from './DeployHouse';
import { GameCard } from './GameCard';
import { NewGame } from './NewGame';
import { BoardHouseSession, type BoardHouse } from './session';
import { takesPart, type Game, type Trophy } from './state';
import { useTicTacToeTexts } from './texts';
import { TicTacToeTrouble } from './TicTacToeTrouble';
import { useTicTacToeActions } from './useTicTacToeActions';

export function TicTacToePage({ program }: { program: ActorId | null }) {
  const t = useTicTacToeTexts();
  return (
    <>
      <header>
        <h1 className="stage-title">{t.title}</h1>
        <p className="muted">{t.intro}</p>
      </header>
      {program ? (
        <House program={program} />
      ) : (
        <div className="columns">
          <OpenProgram title={t.open} label={t.idLabel} screen="ticTacToe" />
          <DeployHouse />
        </div>
      )}
    </>
  );
}

function useHouse(program: ActorId): BoardHouseSession | null {
  const { connection } = useChain();
  const { account } = useAccounts();
  const id = account?.id ?? null;
  return useResource(useCallback(() => new BoardHouseSession(connection, program, id), [connection, program, id]));
}

function House({ program }: { program: ActorId }) {
  const session = useHouse(program);
  return session && <HouseOf session={session} />;
}

function HouseOf({ session }: { session: BoardHouseSession }) {
  const { m, f } = useTexts();
  const t = useTicTacToeTexts();
  const { account } = useAccounts();
  const house = useSyncExternalStore(session.view.subscribe, session.view.get);
  const { program } = session;
  useIntroduction([
    ...house.games.flatMap(({ id, referee }) => [id.host, id.challenger, ...(referee ? [referee] : [])]),
    ...house.trophies.map(({ other }) => other),
  ]);
  if (house.status === 'absent' || house.status === 'other') {
    const isAbsent = house.status === 'absent';
    return (
      <Notice tone="error" title={isAbsent ? m.table.absentTitle : m.table.otherTitle}>
        <p>{isAbsent ? m.table.absentText : m.table.otherText}</p>
        <p className="mono breakable">{program}</p>
        <HomeLink />
      </Notice>
    );
  }
  if (house.failure && !house.overview) {
    return (
      <Notice tone="error" title={m.table.failedTitle}>
        <p>{f.failure(house.failure)}</p>
      </Notice>
    );
  }
  if (!house.overview) return null;
  const { turnTimeout } = house.overview.config;
  const isOwn = (game: Game): boolean => takesPart(game, account?.id ?? null);
  const own = house.games.filter(isOwn);
  const others = house.games.filter((game) => !isOwn(game));
  return (
    <UnknownCode program={program} code={house.code}>
      <div className="table">
        <div className="table-main">
          {!account && (
            <Card title={t.watching}>
              <AccountChooser />
            </Card>
          )}
          {account && (
            <Games title={t.yourGames} none={t.noGames} games={own} session={session} turnTimeout={turnTimeout} />
          )}
          {(others.length > 0 || !account) && (
            <Games
              title={account ? t.otherGames : t.allGames}
              none={t.nobodyPlays}
              games={others}
              session={session}
              turnTimeout={turnTimeout}
            />
          )}
        </div>
        <div className="table-side">
          <ShareDialog screen={{ name: 'ticTacToe', program }} title={t.shareTitle} text={t.shareText} />
          {account && (
            <>
              <PassCard program={program} house={house} />
              <NewGame program={program} />
              <Trophies trophies={house.trophies} />
            </>
          )}
          <ProgramId label={t.idLabel} program={program} code={house.code} />
        </div>
      </div>
    </UnknownCode>
  );
}

interface GamesProps {
  title: string;
  /** The text for an empty list. */
  none: string;
  games: Game[];
  session: BoardHouseSession;
  turnTimeout: number;
}

function Games({ title, none, games, session, turnTimeout }: GamesProps) {
  return (
    <>
      <h2>{title}</h2>
      {games.length === 0 && <p className="empty">{none}</p>}
      <ul className="games">
        {games.map((game) => (
          <GameCard
            key={nameOf(game.id)}
            program={session.program}
            game={game}
            clock={session.clock}
            turnTimeout={turnTimeout}
          />
        ))}
      </ul>
    </>
  );
}

function PassCard({ program, house }: { program: ActorId; house: BoardHouse }) {
  const { f } = useTexts();
  const t = useTicTacToeTexts();
  const actions = useTicTacToeActions(program);
  const pass = house.overview?.config.pass;
  if (!pass) return null;
  const left = pass.supply - (house.overview?.passes ?? 0);
  return (
    <Card title={t.pass}>
      {house.pass === null ? (
        <>
          <p className="muted">{t.passText(f.amount(pass.price), left)}</p>
          <ActButton step={actions.acting.step} onClick={() => pressed(actions.act({ MintPass: null }, pass.price))}>
            {t.mint(f.amount(pass.price))}
          </ActButton>
        </>
      ) : (
        <p>{t.holdsPass(house.pass)}</p>
      )}
      <TicTacToeTrouble acting={actions.acting} />
    </Card>
  );
}

function Trophies({ trophies }: { trophies: Trophy[] }) {
  const t = useTicTacToeTexts();
  const name = useName();
  return (
    <Card title={t.trophies}>
      {trophies.length === 0 && <p className="empty">{t.noTrophies}</p>}
      <ul className="trophies">
        {trophies.map((trophy, index) => (
          <li key={index}>
            <Board cells={trophy.cells} isSmall />
            <div>
              <strong>{(trophy.won ? t.trophyWon : t.trophyDraw)(name(trophy.other))}</strong>
              <p className="hint">{t.turns(trophy.turns)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
