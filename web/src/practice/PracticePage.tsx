import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'preact/compat';
import { useAccounts } from '../way/accounts';
import type { ActorId } from '../lib/hex';
import { PeopleContext, type People } from '../way/people';
import { useResource } from '../lib/useResource';
import { Lacking } from '../lib/browser';
import { useTexts, WithSymbol } from '../i18n';
import { Notice } from '../ui/Notice';
import { BotsChoice } from './BotsChoice';
import { PracticeTable, type GameProps } from './PracticeTable';
import { isTableThere } from './first';
import { BOTS, CHIPS, ME, PracticeGame } from './game';

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
        <p>{failure instanceof Lacking ? m.practice.noPrograms : m.practice.failedText(failure.message)}</p>
      </Notice>
    );
  }
  // Until then the player can pick a move in its place.
  return view && <PracticeTable game={game} from={from} choice={choice} view={view} />;
}
