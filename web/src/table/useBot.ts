import { useEffect, useMemo, useRef } from 'preact/compat';
import { aside } from '../lib/aside';
import { useAccounts } from '../way/accounts';
import { useChain } from '../way/chain';
import type { Link, Online } from '../chain/connection';
import type { Account } from '../chain/wallet';
import { randomMove } from '../rpsls/bots';
import { MESSAGE_GAS } from '../rpsls/gas';
import type { GameError } from '../rpsls/messages';
import { boundCommitmentOf, openingOf, randomPassword } from '../rpsls/opening';
import type { Secret } from '../rpsls/secrets';
import { placesOf } from '../rpsls/rules';
import { statusOf, type GameState } from '../rpsls/state';
import { bots } from './bots';
import { Runner, type Task } from '../way/runner';
import { keep } from './secrets';
import type { TableSession } from './session';
import { TABLE } from './target';

/**
 * Lets a practice opponent take a seat and move by itself. Its moves are revealed as all others are.
 *
 * @returns whether one is at this table
 */
export function useBot(session: TableSession, state: GameState): boolean {
  const { link } = useChain();
  const { accounts } = useAccounts();
  const { program } = session;
  const id = bots.at(program);
  const bot = accounts.find((account) => account.id === id) ?? null;
  const runner = useMemo(() => new Runner<GameError>(program, TABLE), [program]);
  const isBusy = useRef(false);
  useEffect(() => {
    const task = bot && link.status === 'online' ? taskOf(link, bot, session, state) : null;
    if (!task || isBusy.current) return;
    isBusy.current = true;
    const playing = play(runner, link, bot, task).finally(() => {
      isBusy.current = false;
    });
    aside(playing, 'The bot waits');
  }, [runner, link, bot, session, state]);
  return bot !== null;
}

async function play(runner: Runner<GameError>, link: Link, bot: Account | null, task: Task): Promise<void> {
  const outcome = await runner.run(link, bot, task);
  if (outcome !== 'done') console.info('The bot waits:', runner.state.get().trouble);
}

/** The bot's next task, if any. */
function taskOf({ chain }: Online, bot: Account, { program }: TableSession, state: GameState): Task | null {
  const { config, gamesFinished: game, stage, players } = state;
  const status = statusOf(state, bot.id);
  const opening = openingOf(randomMove(), randomPassword());
  const secret = { genesis: chain.genesis, program, account: bot.id, game, opening };
  const commitment = boundCommitmentOf(program, bot.id, opening);
  if (status === 'notRegistered' && stage === 'preparation' && players.length < placesOf(state.rules, config)) {
    const entry = { game, commitment, delegate: null };
    return taskFor({ ...secret, round: 1 }, { Join: entry }, config.betSize);
  }
  if (status === 'toMove') return taskFor({ ...secret, round: state.round }, { Commit: commitment });
  return null;
}

function taskFor(secret: Secret, action: unknown, value = 0n): Task {
  const before = (): Promise<null> => {
    keep(secret);
    return Promise.resolve(null);
  };
  return { action, value, bound: MESSAGE_GAS, before };
}
