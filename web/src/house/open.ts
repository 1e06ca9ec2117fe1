import { RPSLS } from '../artifacts';
import { act, type Progress } from '../chain/act';
import { readStates } from '../chain/batch';
import type { Online } from '../chain/connection';
import { estimateOf, NOTHING_FOLLOWS } from '../chain/estimate';
import { NO_ROOM } from '../chain/gas';
import { untilHead } from '../chain/heads';
import type { ActorId } from '../chain/hex';
import { feeOf } from '../chain/submit';
import type { Account } from '../chain/wallet';
import { NEW_TABLE } from '../rpsls/config';
import { HOUSE } from './artifacts';
import { encodableOpening, houseErrorOf, openedOf, type HouseError, type Opening } from './messages';
import { fairRules, listingOf, MESSAGE_GAS } from './state';

/** In how many blocks a new table starts at the latest. */
const START_BLOCKS = 20;

/** Why a house has opened no table. */
export class NotOpened extends Error {
  constructor(readonly why: HouseError | { kind: 'notStarted' }) {
    super(why.kind);
    this.name = 'NotOpened';
  }
}

/** What opening a table takes of an account. */
export interface OpeningCost {
  /** What the chain takes, gas included. */
  fee: bigint;
  /** What the table keeps. */
  deposit: bigint;
}

/** A table as long as any is to a node: what it says does not change the price by much. */
const EXAMPLE: Opening = { config: { ...NEW_TABLE, seats: 2 }, rules: fairRules(2), title: '' };

export async function openingCost(online: Online, house: ActorId, from: Account): Promise<OpeningCost> {
  const { api, chain } = online;
  const payload = HOUSE.encodeAction(encodableOpening(EXAMPLE));
  const deposit = chain.existentialDeposit;
  const reckoning = api.program.calculateGas.handle(from.id, house, payload, deposit, true);
  const { need } = await estimateOf(reckoning, MESSAGE_GAS, NO_ROOM);
  const message = { destination: house, payload, gasLimit: chain.blockGasLimit, value: deposit };
  const fee = await feeOf(api.message.send(message), from);
  return { fee: fee + need.needed * chain.valuePerGas, deposit };
}

/**
 * Has a house open a table, and waits until that has started.
 *
 * @throws NotOpened if the house refuses, or the table does not start: then the deposit is back
 * @throws ChainError
 */
export async function openTable(
  online: Online,
  house: ActorId,
  from: Account,
  opening: Opening,
  progress: Progress,
): Promise<ActorId> {
  const errand = {
    program: house,
    types: HOUSE,
    action: encodableOpening(opening),
    value: online.chain.existentialDeposit,
    bound: MESSAGE_GAS,
    room: NO_ROOM,
    following: NOTHING_FOLLOWS,
    tip: 0n,
  };
  const { answer } = await act(online, from, errand, progress);
  if ('err' in answer) throw new NotOpened(houseErrorOf(answer.err));
  const table = openedOf(answer.ok);
  let blocks = 0;
  await untilHead(online.api, 'subscribeNewHeads', async () => {
    const { answers } = await readStates(online, [
      { program: table, types: RPSLS, query: { All: null } },
      { program: house, types: HOUSE, query: { Table: table } },
    ]);
    const [state, listing] = answers;
    blocks += 1;
    const isGone = listing !== null && listing !== undefined && listingOf(listing) === null;
    if (!state && (isGone || blocks > START_BLOCKS)) throw new NotOpened({ kind: 'notStarted' });
    return state !== null;
  });
  return table;
}
