import { useCallback, useSyncExternalStore } from 'preact/compat';
import { useAccounts } from '../way/accounts';
import { AccountChooser } from '../way/AccountChooser';
import { useChain } from '../way/chain';
import { HomeLink } from '../way/HomeLink';
import { useIntroduction } from '../way/identities';
import { useResource } from '../lib/useResource';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { OpenProgram } from '../way/OpenProgram';
import { ProgramId } from '../way/ProgramId';
import { ShareDialog } from '../way/ShareDialog';
import { useChainTime } from '../way/useChainTime';
import { Card } from '../ui/Card';
import { Notice } from '../ui/Notice';
import { UnknownCode } from '../way/UnknownCode';
import { nameOf } from './changes';
import { DeployTicTacToe } from './DeployTicTacToe';
import { GameCard } from './GameCard';
import { NewGame } from './NewGame';
import { PassCard } from './PassCard';
import { BoardSession } from './session';
import { takesPart, type Game } from './state';
import { useTicTacToeTexts } from './texts';
import { Trophies } from './Trophies';

export function TicTacToePage({ program }: { program: ActorId | null }) {
  const t = useTicTacToeTexts();
  return (
    <>
      <header>
        <h1 className="stage-title">{t.title}</h1>
        <p className="muted">{t.intro}</p>
      </header>
      {program ? (
        <Program program={program} />
      ) : (
        <div className="columns">
          <OpenProgram title={t.open} label={t.idLabel} screen="ticTacToe" />
          <DeployTicTacToe />
        </div>
      )}
    </>
  );
}

function useSession(program: ActorId): BoardSession | null {
  const { connection } = useChain();
  const { account } = useAccounts();
  const id = account?.id ?? null;
  return useResource(useCallback(() => new BoardSession(connection, program, id), [connection, program, id]));
}

function Program({ program }: { program: ActorId }) {
  const session = useSession(program);
  return session && <ProgramOf session={session} />;
}

function ProgramOf({ session }: { session: BoardSession }) {
  const { m, f } = useTexts();
  const t = useTicTacToeTexts();
  const { account } = useAccounts();
  const view = useSyncExternalStore(session.view.subscribe, session.view.get);
  const { program } = session;
  useIntroduction([
    ...view.games.flatMap(({ id, referee }) => [id.host, id.challenger, ...(referee ? [referee] : [])]),
    ...view.trophies.map(({ other }) => other),
  ]);
  if (view.status === 'absent' || view.status === 'other') {
    const isAbsent = view.status === 'absent';
    return (
      <Notice tone="error" title={isAbsent ? m.table.absentTitle : m.table.otherTitle}>
        <p>{isAbsent ? m.table.absentText : m.table.otherText}</p>
        <p className="mono breakable">{program}</p>
        <HomeLink />
      </Notice>
    );
  }
  if (view.failure && !view.overview) {
    return (
      <Notice tone="error" title={m.table.failedTitle}>
        <p>{f.failure(view.failure)}</p>
      </Notice>
    );
  }
  if (!view.overview) return null;
  const { turnTimeout } = view.overview.config;
  const isOwn = (game: Game): boolean => takesPart(game, account?.id ?? null);
  const own = view.games.filter(isOwn);
  const others = view.games.filter((game) => !isOwn(game));
  return (
    <UnknownCode program={program} isKnown={view.code.kind !== 'unknown'}>
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
              <PassCard program={program} view={view} />
              <NewGame program={program} />
              <Trophies trophies={view.trophies} />
            </>
          )}
          <ProgramId label={t.idLabel} program={program} release={m.table.code(view.code)} />
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
  session: BoardSession;
  turnTimeout: number;
}

function Games({ title, none, games, session, turnTimeout }: GamesProps) {
  const clock = useChainTime(session.clock);
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
            clock={clock}
            turnTimeout={turnTimeout}
          />
        ))}
      </ul>
    </>
  );
}
