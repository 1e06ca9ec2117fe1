import { NOTHING_FOLLOWS } from '../chain/estimate';
import type { Hex } from '../lib/hex';
import { heightOf } from '../chain/voucher';
import type { Account } from '../chain/wallet';
import type { Before, Task } from '../way/runner';
import { oneAfterAnother } from '../lib/oneTab';
import { afterSeat, isLastRound, NO_OUTLAY } from '../rpsls/costs';
import { MESSAGE_GAS } from '../rpsls/gas';
import { boundCommitmentOf } from '../rpsls/opening';
import type { Seat, Secret } from '../rpsls/secrets';
import { tipAt } from '../rpsls/stakes';
import type { GameState } from '../rpsls/state';
import { claimOf } from '../way/guests';
import { fill } from '../way/purse';
import { keepSeat, seatsBeside, untilSeen } from './seats';
import { keep } from './secrets';

export function boundOf({ program, account, opening }: Secret): Hex {
  return boundCommitmentOf(program, account, opening);
}

/** The task that takes a seat, with the first move if its opening is given. */
export function seatTask(state: GameState, opening: string | null, seat: Seat | null, account: Account | null): Task {
  const { config, gamesFinished: game } = state;
  const secret = seat && opening !== null ? { ...seat, game, round: 1, opening } : null;
  // The key of a link for several guests may be in another browser as well.
  const delegate = seat && claimOf(seat.program, seat.account);
  // Names this very game: the bet must not go into one with other terms.
  const entry = { game, commitment: secret && boundOf(secret), delegate };
  const before: Before = async (online) => {
    if (secret) keep(secret);
    if (!seat || !account) return null;
    const hasMove = secret !== null;
    const order = { program: seat.program, terms: state, hasMove, others: () => seatsBeside(seat) };
    // Of two tabs that take a seat each, one reckons with the other's.
    const filling = await oneAfterAnother(`rpsls/fill/${seat.genesis}/${seat.account}`, async () => {
      const filling = await fill(online, account, order);
      keepSeat(seat, state, filling?.outlay ?? NO_OUTLAY, await heightOf(online.api));
      return filling;
    });
    if (!filling) return null;
    const { purse, extraCall } = filling;
    // Anybody may show a move. What else the purse is to send, it sends as the seat's delegate, and that has a price.
    const isShowingAll = hasMove && isLastRound(state);
    const action = { Join: { ...entry, delegate: isShowingAll ? delegate : purse.id } };
    return { action, extraCall, following: NOTHING_FOLLOWS };
  };
  const [value, following, tip] = [config.betSize, afterSeat(state, secret !== null), tipAt(config)];
  const after = () => untilSeen(seat, null);
  return { action: { Join: entry }, bound: MESSAGE_GAS, value, following, tip, before, after };
}
