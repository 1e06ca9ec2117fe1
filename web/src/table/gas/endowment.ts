import { withRoom } from '../../chain/estimate';
import type { Online } from '../../chain/connection';
import type { ActorId } from '../../chain/hex';
import { feeOf } from '../../chain/submit';
import type { Account } from '../../chain/wallet';
import type { GameConfig, Timeout } from '../../rpsls/config';
import type { Endowment } from '../../rpsls/endowment';
import { BLOCK_TIME } from '../../chain/clock';
import { BURNED_GAS } from '../../chain/gas';
import { MESSAGE_GAS } from '../../rpsls/gas';

/** Rounds that a seat's voucher is to last for: four in five games of two end in the first. */
const ROUNDS = 6n;
/** As long as the longest message of a move: an opening, and the hash of the next. */
const LONGEST = 128;

/** How long a game's stages are. */
type Times = Pick<GameConfig, Timeout>;

/** What the messages of a game cost, apart from the first, with the deposit that each needs for a while. */
export async function endowmentOf(online: Online, from: Account, program: ActorId, times: Times): Promise<Endowment> {
  const { chain } = online;
  const cost = await messageCost(online, from, program);
  const value = 2n * ROUNDS * cost + MESSAGE_GAS * chain.valuePerGas + chain.existentialDeposit;
  return { value, duration: durationOf(online, times) };
}

/** What a move or a reveal takes of a voucher, for good. */
export async function messageCost({ api, chain }: Online, from: Account, program: ActorId): Promise<bigint> {
  const message = api.message.send({
    destination: program,
    payload: new Uint8Array(LONGEST),
    gasLimit: chain.blockGasLimit,
    value: 0,
  });
  // Every voucher's name is as long.
  const fee = await feeOf(api.voucher.call(program, { SendMessage: message }), from);
  return withRoom(fee) + BURNED_GAS * chain.valuePerGas;
}

function durationOf({ api }: Online, { entryTimeout, moveTimeout, revealTimeout }: Times): number {
  // Registration that ends without two players begins again.
  const longest = 2 * entryTimeout + Number(ROUNDS) * (moveTimeout + revealTimeout);
  const blocks = Math.ceil(longest / BLOCK_TIME);
  return Math.min(Math.max(blocks, api.voucher.minDuration), api.voucher.maxDuration);
}
