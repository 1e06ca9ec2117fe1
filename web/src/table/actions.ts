import { useCallback, useMemo } from 'preact/compat';
import { useAccounts } from '../way/accounts';
import { useGenesis } from '../way/chain';
import { useToast } from '../ui/toasts';
import type { ActorId, Hex } from '../lib/hex';
import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { encodable, type GameConfig } from '../rpsls/config';
import { afterMove } from '../rpsls/costs';
import type { GameError } from '../rpsls/messages';
import { namedIn } from '../rpsls/purses';
import { encodableRules, type GameRules } from '../rpsls/rules';
import type { Seat } from '../rpsls/secrets';
import { tipAt } from '../rpsls/stakes';
import { mustWait } from '../rpsls/stop';
import type { GameState } from '../rpsls/state';
import { MESSAGE_GAS, stopGas } from '../rpsls/gas';
import { keep } from './secrets';
import { dropSeat, seatsBeside, untilSeen } from './seats';
import { boundOf, seatTask } from './seatTask';
import type { Before, Outcome, Task } from '../way/runner';
import { TABLE } from './target';
import { useAction, type Acting } from '../way/useAction';
import { usePurses } from './gas/usePurses';

/** A finished action that nothing on the screen shows. */
export type Untold = keyof Messages['act']['done'];

/** What a person can do at a table. */
export interface TableActions {
  acting: Acting<GameError>;
  /** Takes a seat, with the first move if its opening is given. */
  join: (state: GameState, opening: string | null) => Promise<Outcome | 'left'>;
  leave: () => Promise<Outcome | 'left'>;
  commit: (state: GameState, opening: string) => Promise<Outcome | 'left'>;
  advance: (players: number) => Promise<Outcome | 'left'>;
  stop: (state: GameState) => Promise<Outcome | 'left'>;
  /** Changes what differs in the next game, with one message each for config and rules. */
  setNext: (config: GameConfig | null, rules: GameRules | null) => Promise<Outcome | 'left'>;
}

/** The account's place at this table, on the chain that is there or was before the connection was lost. */
export function useSeat(program: ActorId): Seat | null {
  return useSeatOn(useGenesis(), program);
}

/** The account's place at a table of this chain. */
export function useSeatOn(genesis: Hex | null, program: ActorId): Seat | null {
  const { account } = useAccounts();
  return useMemo(
    () => (genesis && account ? { genesis, program, account: account.id } : null),
    [genesis, program, account],
  );
}

export function useTableActions(program: ActorId): TableActions {
  const acting = useAction(program, TABLE);
  const { run } = acting;
  const seat = useSeat(program);
  const toast = useToast();
  const { m } = useTexts();
  const { account } = useAccounts();
  const purses = usePurses(seat);

  const tell = useCallback(
    async (action: Untold, running: Promise<Outcome | 'left'>): Promise<Outcome | 'left'> => {
      const outcome = await running;
      if (outcome === 'done') toast(m.act.done[action]);
      return outcome;
    },
    [toast, m],
  );
  const send = useCallback(
    (action: unknown, rest: Omit<Task, 'action'> = {}) => run({ action, bound: MESSAGE_GAS, ...rest }),
    [run],
  );
  const join = useCallback(
    async (state: GameState, opening: string | null) => {
      const outcome = await run(seatTask(state, opening, seat, account));
      if (outcome === 'declined' && seat) dropSeat(seat);
      return outcome;
    },
    [run, seat, account],
  );
  const commit = useCallback(
    (state: GameState, opening: string) => {
      const { config, gamesFinished: game, round } = state;
      const secret = seat && { ...seat, game, round, opening };
      const before: Before = () => {
        if (secret) keep(secret);
        return Promise.resolve(null);
      };
      const keys = namedIn(state, purses);
      const hash = secret && boundOf(secret);
      // The message names the player, because others may have named the same key.
      const byKey = { CommitFor: { player: seat?.account, hash } };
      const after = () => untilSeen(seat, 'toMove');
      const following = afterMove(state, false, seat ? seatsBeside(seat) : []);
      return send({ Commit: hash }, { following, tip: tipAt(config), before, after, keys, byKey });
    },
    [send, seat, purses],
  );
  return {
    acting,
    join,
    commit,
    leave: () => tell('leave', send({ Leave: null })),
    // It may carry out a stop that waits.
    advance: (players) => tell('advance', send({ Advance: null }, { bound: stopGas(players) })),
    stop: (state) =>
      tell(mustWait(state) ? 'stopLater' : 'stop', send({ StopGame: null }, { bound: stopGas(state.players.length) })),
    setNext: async (config, rules) => {
      const outcome = rules && (await tell('rules', send({ ChangeNextGameRules: encodableRules(rules) })));
      if (!config || (outcome !== null && outcome !== 'done')) return outcome ?? 'done';
      return tell('config', send({ ChangeNextGameConfig: encodable(config) }));
    },
  };
}
