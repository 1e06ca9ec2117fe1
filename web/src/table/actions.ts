import { useCallback, useMemo } from 'react';
import { RPSLS } from '../artifacts';
import { useAccounts } from '../app/accounts';
import { useChain } from '../app/chain';
import { useToast } from '../app/toasts';
import { untilFinal } from '../chain/finality';
import type { ActorId } from '../chain/hex';
import { scaleText } from '../chain/metadata';
import { readState } from '../chain/program';
import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { encodable, type GameConfig } from '../rpsls/config';
import { errorOf, type GameError } from '../rpsls/messages';
import type { Move } from '../rpsls/moves';
import { commitmentOf, openingOf } from '../rpsls/opening';
import type { Seat, Secret } from '../rpsls/secrets';
import { mayShow, stateOf, type GameState } from '../rpsls/state';
import { secrets, secretsChanged } from './secrets';
import { useAction, type Acting, type Before, type Outcome } from './useAction';

export type TableAction = keyof Messages['act']['done'];

/** What a person can do at a table, each with a word when it is done. */
export interface TableActions {
  acting: Acting<GameError>;
  register: (bet: bigint) => Promise<Outcome>;
  leave: () => Promise<Outcome>;
  commit: (state: GameState, move: Move, password: string) => Promise<Outcome>;
  reveal: (secret: Secret) => Promise<Outcome>;
  advance: () => Promise<Outcome>;
  stop: () => Promise<Outcome>;
  setNextConfig: (config: GameConfig) => Promise<Outcome>;
}

/** The account's place at this table, on this chain. */
export function useSeat(program: ActorId): Seat | null {
  const { link } = useChain();
  const { account } = useAccounts();
  const genesis = link.status === 'online' ? link.chain.genesis : null;
  return useMemo(
    () => (genesis && account ? { genesis, program, account: account.id } : null),
    [genesis, program, account],
  );
}

/** Asks the browser not to clear the storage when it wants room. */
function keepForGood(): void {
  // The answer is its own business: there is a copy to save for who wants to be sure.
  void navigator.storage?.persist().catch((error: unknown) => console.info('Openings may be cleared:', error));
}

export function useTableActions(program: ActorId): TableActions {
  const acting = useAction(program, RPSLS, errorOf);
  const { run } = acting;
  const seat = useSeat(program);
  const toast = useToast();
  const { m } = useTexts();

  const tell = useCallback(
    async (action: TableAction, running: Promise<Outcome>): Promise<Outcome> => {
      const outcome = await running;
      if (outcome === 'done') toast(m.act.done[action]);
      return outcome;
    },
    [toast, m],
  );
  const reveal = useCallback(
    (secret: Secret) => {
      // In view of a block that is undone, an opening would give the move away.
      const settle: Before = (online, onStep) => {
        onStep('settling');
        return untilFinal(online.api, async (block) => {
          const reply = await readState(online, program, RPSLS, { All: null }, block);
          return mayShow(secret, stateOf(reply));
        });
      };
      return tell('reveal', run({ Reveal: scaleText(secret.opening) }, 0n, settle));
    },
    [tell, run, program],
  );
  const commit = useCallback(
    (state: GameState, move: Move, password: string) => {
      const opening = openingOf(move, password);
      const keep = (): void => {
        if (!seat) return;
        // Kept before anything is signed: a bet is lost without it.
        secrets.keep({ ...seat, game: state.gamesFinished, round: state.round, opening });
        secretsChanged();
        keepForGood();
      };
      return tell('makeMove', run({ MakeMove: commitmentOf(opening) }, 0n, keep));
    },
    [tell, run, seat],
  );
  return {
    acting,
    reveal,
    commit,
    register: (bet) => tell('register', run({ Register: null }, bet)),
    leave: () => tell('leave', run({ Leave: null })),
    advance: () => tell('advance', run({ Advance: null })),
    stop: () => tell('stop', run({ StopGame: null })),
    setNextConfig: (config) => tell('config', run({ ChangeNextGameConfig: encodable(config) })),
  };
}
