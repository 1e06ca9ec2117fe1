import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'preact/compat';
import { aside, pressed } from '../lib/aside';
import { useAccounts } from '../visitor/accounts';
import type { ActorId } from '../lib/hex';
import { useChain } from '../visitor/chain';
import { PeopleContext, type People } from '../visitor/people';
import { hrefOf } from '../visitor/route';
import { useResource } from '../lib/useResource';
import { errorOf } from '../chain/failure';
import { Lacking } from '../lib/browser';
import { useTexts, WithSymbol } from '../i18n';
import type { Move } from '../rpsls/moves';
import { openingOf, randomPassword } from '../rpsls/opening';
import { BracketCard } from '../table/bracket/BracketCard';
import { Duel } from '../table/result/Duel';
import { Log } from '../table/log/Log';
import { Players } from '../table/Players';
import { AgainCard } from '../table/again/AgainCard';
import { MomentPanel } from '../table/result/MomentPanel';
import { FINAL_STEPS } from '../rpsls/showing';
import { useMoment } from '../table/result/useMoment';
import { StageBar } from '../table/StageBar';
import { TermsCard } from '../table/TermsCard';
import { useGameSounds } from '../table/useGameSounds';
import { Notice } from '../ui/Notice';
import { BotsChoice } from './BotsChoice';
import { firstPick, isTableThere } from './first';
import { BOTS, CHIPS, ME, PracticeGame, type PracticeView } from './game';
import { PracticePanel } from './PracticePanel';

/** A table in this page, for playing against bots: no node, no wallet, no money. */
export function PracticePage({ from }: { from: ActorId | undefined }) {
  const { m } = useTexts();
  const [{ bots, chips }, setTable] = useState({ bots: 1, chips: CHIPS });
  const game = useResource(useCallback(() => new PracticeGame(bots, chips), [bots, chips]));
  useEffect(() => () => isTableThere.set(false), []);
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
      </WithBots>
    </WithSymbol>
  );
}

/** Gives the practice players names. */
function WithBots({ children }: { children: ReactNode }) {
  const { m } = useTexts();
  const { account, nameOf } = useAccounts();
  const people = useMemo<People>(() => {
    const mine = account ? nameOf(account.id) : m.account.guest;
    return { me: ME, nameOf: (id) => (id === ME ? mine : (m.practice.names[BOTS.indexOf(id)] ?? '')), open: null };
  }, [m, account, nameOf]);
  return <PeopleContext value={people}>{children}</PeopleContext>;
}

/** Plays the move that was picked before the table was there. */
function useFirstPick(game: PracticeGame): Move | null {
  const [{ move, isPlayed }] = useState(firstPick.get);
  useEffect(() => {
    if (isPlayed && move) aside(game.play(openingOf(move, randomPassword())), 'The first move');
  }, [game, isPlayed, move]);
  return move;
}

interface GameProps {
  game: PracticeGame;
  from: ActorId | undefined;
  choice: (view: PracticeView) => ReactNode;
}

function Game({ game, from, choice }: GameProps) {
  const { m } = useTexts();
  const view = useSyncExternalStore(game.view.subscribe, game.view.get);
  const failure = useSyncExternalStore(game.failure.subscribe, game.failure.get);
  const isThere = view !== null || failure !== null;
  useLayoutEffect(() => {
    if (isThere) isTableThere.set(true);
  }, [isThere]);
  if (failure) {
    return (
      <Notice tone="error" title={m.practice.failed}>
        <p>{failure instanceof Lacking ? m.practice.noPrograms : m.practice.failedText(errorOf(failure).message)}</p>
      </Notice>
    );
  }
  // Until then the player can pick a move in its place.
  return view && <Table game={game} from={from} choice={choice} view={view} />;
}

function Table({ game, from, choice, view }: GameProps & { view: PracticeView }) {
  const { m, f } = useTexts();
  const { connection } = useChain();
  const picked = useFirstPick(game);
  const { state, history } = view;
  const moment = useMoment({ state, history, clock: Date.now });
  useGameSounds(state, ME, moment.scene);
  const { shown } = moment;
  const url = new URL(hrefOf({ name: 'practice' }, connection.url), location.href).href;
  return (
    <>
      <div className="table">
        <div className="table-main">
          {/* The bots wait for as long as it takes. */}
          <StageBar
            state={shown.state}
            moment={moment}
            clock={null}
            actions={
              from && (
                <a className="button quiet" href={hrefOf({ name: 'table', program: from }, connection.url)}>
                  {m.practice.back}
                </a>
              )
            }
          />
          <MomentPanel
            moment={moment}
            url={url}
            state={state}
            history={history}
            isPaid
            hasFees={false}
            locks={FINAL_STEPS}
            again={
              <AgainCard
                bet={f.amountIfAny(state.config.betSize)}
                onPlay={(move) => pressed(game.play(openingOf(move, randomPassword())))}
              >
                <p className="hint">{m.practice.have(f.amount(view.chips))}</p>
              </AgainCard>
            }
          >
            <PracticePanel
              view={view}
              choice={choice(view)}
              picked={picked}
              onPlay={(opening) => pressed(game.play(opening))}
              onReveal={() => pressed(game.reveal())}
            />
          </MomentPanel>
          <BracketCard {...shown} />
          <TermsCard {...shown} />
          <Duel {...shown} />
        </div>
        <div className="table-side">
          <Players state={shown.state} />
          <Log history={shown.history} />
        </div>
      </div>
      <Notice tone="calm" icon="refresh" title={m.practice.title}>
        <p>{m.practice.text}</p>
      </Notice>
    </>
  );
}
