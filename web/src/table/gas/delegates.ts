import { preference } from '../../settings/preferences';
import { aside } from '../../lib/aside';
import { Kept } from '../../lib/kept';
import { lasting } from '../../lib/storage';
import type { ExtraCall } from '../../chain/prepare';
import type { Online } from '../../chain/connection';
import { freeBalance } from '../../chain/program';
import { canSponsor, heightOf, issueOf, payerOf, vouchersOf } from '../../chain/voucher';
import { isInWallet, keyAccount, randomSeed, signing, type Account } from '../../chain/wallet';
import { Delegates, type Delegate } from '../../rpsls/delegates';
import { leftFor, playerMessages, roundsAt, type Endowment } from '../../rpsls/endowment';
import type { Seat } from '../../rpsls/secrets';
import type { GameState } from '../../rpsls/state';
import { endowmentOf } from './endowment';
import { neededWith } from './price';

const delegates = new Delegates(lasting);

/** The delegates' keys in the storage. */
export const keptDelegates = new Kept<Delegate>(delegates);

// What a key has to sign may be due when the page's host is gone.
if (keptDelegates.get().length > 0) aside(signing(), 'What signs does not load');

/** Deletes a key that is of no more use. */
export function dropDelegate(delegate: Delegate): void {
  delegates.drop(delegate);
  keptDelegates.refresh([delegate]);
}

/** Stores the keys in a file of openings. */
export function importDelegates(text: string): void {
  delegates.import(text);
  keptDelegates.refresh();
}

/** The new delegate of a player, and the voucher that comes with the seat. */
export interface Appointment {
  delegate: Delegate;
  /** Absent if the key has a voucher that is good for this game, too. */
  extraCall: ExtraCall | undefined;
}

/**
 * Gives a seat a delegate, and stores the key before it returns. Null if the wallet should be asked
 * each time, if nothing is signed by hand anyway, if a host pays for gas, or if there is too little
 * money to lay some aside.
 *
 * @throws ChainError if the browser does not store the key
 */
export async function appoint(
  online: Online,
  account: Account,
  seat: Seat,
  state: GameState,
): Promise<Appointment | null> {
  const { api, chain } = online;
  const { program } = seat;
  if (!isInWallet(account) || preference('askWallet') || !canSponsor(api)) return null;
  if (await payerOf(online, account.id, program)) return null;
  const { config, gamesFinished: game } = state;
  const endowment = await endowmentOf(online, account, program, config, roundsAt(state), playerMessages(state));
  if ((await freeBalance(api, account.id)) < neededWith(endowment, state, chain)) return null;
  const delegate = { ...(delegates.of(seat) ?? (await freshKey(seat, game))), game };
  delegates.keep(delegate);
  keptDelegates.refresh();
  if (await isEndowed(online, delegate, endowment)) return { delegate, extraCall: undefined };
  const { value, duration } = endowment;
  const extrinsic = issueOf({ spender: delegate.id, program, value, duration });
  return { delegate, extraCall: { extrinsic, value } };
}

async function freshKey(seat: Seat, game: number): Promise<Delegate> {
  const seed = randomSeed();
  const { id } = await keyAccount(seed);
  const { genesis, program, account } = seat;
  return { genesis, program, account, id, seed, game };
}

/** Whether a voucher from an earlier game lasts for another. */
async function isEndowed({ api }: Online, { id, program }: Delegate, endowment: Endowment): Promise<boolean> {
  const [height, vouchers] = await Promise.all([heightOf(api), vouchersOf(api, id, program)]);
  return leftFor(endowment, vouchers, height) !== undefined;
}
