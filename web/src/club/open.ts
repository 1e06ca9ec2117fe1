import { RPSLS } from '../rpsls/artifacts';
import { act, type Progress } from '../chain/act';
import { readStates } from '../chain/batch';
import { sendMessage } from '../chain/calls';
import type { Online } from '../chain/connection';
import { estimateOf, NOTHING_FOLLOWS, askGas } from '../chain/estimate';
import { unlessOver } from '../chain/failure';
import { NO_ROOM } from '../chain/gas';
import { untilHead } from '../chain/heads';
import type { ActorId } from '../lib/hex';
import { readState } from '../chain/program';
import { feeOf } from '../chain/submit';
import type { Account } from '../chain/wallet';
import { NEW_TABLE } from '../rpsls/config';
import { encodableTable, USUAL } from '../rpsls/rules';
import { CLUB } from './artifacts';
import { encodableOpening, clubErrorOf, openedOf, type ClubError, type Opening } from './messages';
import { listingOf, openingGas, overviewOf, START_GAS } from './state';

/** How many blocks a new table takes to start, at most. */
const START_BLOCKS = 20;
/**
 * For how many blocks a table has to be missing from the list until it counts as gone: a node may
 * be behind, or on a fork.
 */
const GONE_BLOCKS = 3;

/** Why a club opened no table, or none that the page knows of. */
export class NotOpened extends Error {
  constructor(readonly why: ClubError | { kind: 'notStarted' | 'untold' }) {
    super(why.kind);
    this.name = 'NotOpened';
  }
}

/** What an account pays for opening a table. */
export interface OpeningCost {
  /** What the chain charges, gas included. */
  fee: bigint;
  /** What stays with the table. */
  deposit: bigint;
}

/** An example to estimate with: the terms of a table hardly change the price. */
const EXAMPLE: Opening = { config: { ...NEW_TABLE, seats: 2 }, rules: USUAL, title: '' };

export async function openingCost(online: Online, club: ActorId, from: Account): Promise<OpeningCost> {
  const { api, chain } = online;
  const startGas = await startGasOf(online, club, from, EXAMPLE);
  const payload = CLUB.encodeAction(encodableOpening(EXAMPLE, startGas));
  const deposit = chain.existentialDeposit;
  const asked = askGas(api, 'Handle', from.id, club, payload, deposit);
  const { need } = await estimateOf(asked, openingGas(startGas), NO_ROOM);
  const message = { destination: club, payload, gasLimit: chain.blockGasLimit, value: deposit };
  const fee = await feeOf(api, sendMessage(message), from);
  return { fee: fee + need.needed * chain.valuePerGas, deposit };
}

/** The gas for the start of a club's new table. It is more than usual if the chain has to prepare the code again. */
async function startGasOf(online: Online, club: ActorId, from: Account, opening: Opening): Promise<bigint> {
  const { tableCode } = overviewOf(await readState(online, club, CLUB, { Overview: null }));
  const init = RPSLS.encodeInit(encodableTable(opening.config, opening.rules, from.id));
  const asked = askGas(online.api, 'Create', from.id, tableCode, init, 0n);
  const { needed } = (await estimateOf(asked, START_GAS, NO_ROOM)).need;
  return needed > START_GAS ? needed : START_GAS;
}

/**
 * Asks a club to open a table, and waits until the table has started.
 *
 * @throws NotOpened if the club refuses, or the table does not start and the deposit is back, or
 * the page can't tell whether it has started
 * @throws ChainError
 */
export function openTable(
  online: Online,
  club: ActorId,
  from: Account,
  opening: Opening,
  progress: Progress,
): Promise<ActorId> {
  return unlessOver(online.lost, { kind: 'lost' }, async () => {
    const startGas = await startGasOf(online, club, from, opening);
    const message = {
      program: club,
      types: CLUB,
      action: encodableOpening(opening, startGas),
      value: online.chain.existentialDeposit,
      bound: openingGas(startGas),
      room: NO_ROOM,
      following: NOTHING_FOLLOWS,
      tip: 0n,
    };
    const { answer } = await act(online, from, message, progress);
    if ('err' in answer) throw new NotOpened(clubErrorOf(answer.err));
    const table = openedOf(answer.ok);
    let blocks = 0;
    const missedIn = new Set<number>();
    await untilHead(online.api, 'subscribeNewHeads', async ({ number }) => {
      const { answers } = await readStates(online, [
        { program: table, types: RPSLS, query: { All: null } },
        { program: club, types: CLUB, query: { Table: table } },
      ]);
      const [state, listing] = answers;
      blocks += 1;
      if (state) return true;
      if (listing && listingOf(listing)) missedIn.clear();
      else if (listing) missedIn.add(number);
      if (missedIn.size === GONE_BLOCKS) throw new NotOpened({ kind: 'notStarted' });
      if (blocks > START_BLOCKS) throw new NotOpened({ kind: 'untold' });
      return false;
    });
    return table;
  });
}
