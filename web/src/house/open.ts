import { RPSLS } from '../artifacts';
import { act, type Progress } from '../chain/act';
import { readStates } from '../chain/batch';
import type { Online } from '../chain/connection';
import { estimateOf, NOTHING_FOLLOWS } from '../chain/estimate';
import { unlessOver } from '../chain/failure';
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
/** In how many blocks a table is missed on the list until it is gone: a node may be behind, or on a fork. */
const GONE_BLOCKS = 3;

/** Why a house has opened no table, or none that is known of. */
export class NotOpened extends Error {
  constructor(readonly why: HouseError | { kind: 'notStarted' | 'untold' }) {
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
 * @throws NotOpened if the house refuses, or the table does not start: then the deposit is back;
 * or if it can't be told whether it has started
 * @throws ChainError
 */
export function openTable(
  online: Online,
  house: ActorId,
  from: Account,
  opening: Opening,
  progress: Progress,
): Promise<ActorId> {
  return unlessOver(online.lost, { kind: 'lost' }, async () => {
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
    const missedIn = new Set<number>();
    await untilHead(online.api, 'subscribeNewHeads', async ({ number }) => {
      const { answers } = await readStates(online, [
        { program: table, types: RPSLS, query: { All: null } },
        { program: house, types: HOUSE, query: { Table: table } },
      ]);
      const [state, listing] = answers;
      blocks += 1;
      if (state) return true;
      if (listing && listingOf(listing)) missedIn.clear();
      else if (listing) missedIn.add(number.toNumber());
      if (missedIn.size === GONE_BLOCKS) throw new NotOpened({ kind: 'notStarted' });
      if (blocks > START_BLOCKS) throw new NotOpened({ kind: 'untold' });
      return false;
    });
    return table;
  });
}
