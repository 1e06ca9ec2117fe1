import { useCallback, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useAccounts } from '../visitor/accounts';
import type { ActorId } from '../chain/hex';
import { useChain } from '../visitor/chain';
import { PeopleContext, type People } from '../visitor/people';
import { hrefOf } from '../visitor/route';
import { useResource } from '../lib/useResource';
import { failureOf } from '../chain/failure';
import { useTexts, WithSymbol } from '../i18n';
import { BracketCard } from '../table/bracket/BracketCard';
import { Duel } from '../table/result/Duel';
import { Log } from '../table/log/Log';
import { Players } from '../table/Players';
import { Moment } from '../table/result/Moment';
import { StageBar } from '../table/StageBar';
import { TermsCard } from '../table/TermsCard';
import { useGameSounds } from '../table/useGameSounds';
import { Notice } from '../ui/Notice';
import { BotsChoice } from './BotsChoice';
import { BOTS, CHIPS, ME, PracticeGame, type PracticeView } from './game';
import { PracticePanel } from './PracticePanel';

/** A table in this page, to play against bots: no node, no wallet, no money. */
export function PracticePage({ from }: { from: ActorId | undefined }) {
  const { m } = useTexts();
  const [{ bots, chips }, setTable] = useState({ bots: 3, chips: CHIPS });
  const game = useResource(useCallback(() => new PracticeGame(bots, chips), [bots, chips]));
  return (
    <WithSymbol symbol={m.practice.chips}>
      <WithBots>
        {game && (
          <Game
            game={game}
            from={from}
            choice={(view) => (
              <BotsChoice count={bots} onChoose={(count) => setTable({ bots: count, chips: view.chips })} />
            )}
          />
        )}
        <Notice tone="calm" icon="refresh" title={m.practice.title}>
          <p>{m.practice.text}</p>
        </Notice>
      </WithBots>
    </WithSymbol>
  );
}

/** Names for who plays here. */
function WithBots({ children }: { children: ReactNode }) {
  const { m } = useTexts();
  const { account, nameOf } = useAccounts();
  const people = useMemo<People>(() => {
    const mine = account ? nameOf(account.id) : m.account.guest;
    return { me: ME, nameOf: (id) => (id === ME ? mine : (m.practice.names[BOTS.indexOf(id)] ?? '')), open: null };
  }, [m, account, nameOf]);
  return <PeopleContext value={people}>{children}</PeopleContext>;
}

interface GameProps {
  game: PracticeGame;
  from: ActorId | undefined;
  choice: (view: PracticeView) => ReactNode;
}

function Game({ game, from, choice }: GameProps) {
  const { m, f } = useTexts();
  const { connection } = useChain();
  const view = useSyncExternalStore(game.view.subscribe, game.view.get);
  useGameSounds(view?.state ?? null, ME);
  const failure = useSyncExternalStore(game.failure.subscribe, game.failure.get);
  if (failure) {
    return (
      <Notice tone="error" title={m.practice.failed}>
        <p>{f.failure(failureOf(failure))}</p>
      </Notice>
    );
  }
  if (!view) {
    return (
      <p className="loading" role="status">
        <span className="spinner" aria-hidden="true" />
        {m.loading}…
      </p>
    );
  }
  const { state, history } = view;
  const url = new URL(hrefOf({ name: 'practice' }, connection.url), location.href).href;
  return (
    <div className="table">
      <div className="table-main">
        {/* The first round lasts as long as the bots would have waited for somebody to sit down. */}
        <StageBar
          state={state}
          clock={state.round > 1 ? Date.now : null}
          actions={
            from && (
              <a className="button quiet" href={hrefOf({ name: 'table', program: from }, connection.url)}>
                {m.practice.back}
              </a>
            )
          }
        />
        <Moment url={url} state={state} history={history} isPaid clock={Date.now}>
          <PracticePanel
            view={view}
            choice={choice(view)}
            onPlay={(opening) => game.play(opening)}
            onReveal={() => game.reveal()}
          />
        </Moment>
        <BracketCard state={state} history={history} />
        <TermsCard state={state} history={history} />
        <Duel state={state} />
      </div>
      <div className="table-side">
        <Players state={state} />
        <Log history={history} />
      </div>
    </div>
  );
}
