import { voucher } from '../../../../docs/clients.json';
import { withRoom } from '../../chain/estimate';
import type { Chain, Online } from '../../chain/connection';
import type { ActorId } from '../../chain/hex';
import { feeOf } from '../../chain/submit';
import type { Account } from '../../chain/wallet';
import type { GameConfig, Timeout } from '../../rpsls/config';
import { ROUNDS, type Endowment } from '../../rpsls/endowment';
import { BLOCK_TIME } from '../../chain/clock';
import { AFTER_SEAT, BURNED_GAS, MESSAGE_GAS } from '../../rpsls/gas';

/** How long a game's stages are. */
type Times = Pick<GameConfig, Timeout>;

/** What so many messages of a game cost, with the deposit that each needs for a while. */
export async function endowmentOf(
  online: Online,
  from: Account,
  program: ActorId,
  times: Times,
  messages: number,
): Promise<Endowment> {
  const { chain } = online;
  const cost = await messageCost(online, from, program);
  const value = BigInt(messages) * cost + MESSAGE_GAS * chain.valuePerGas + chain.existentialDeposit;
  return { value, duration: durationOf(online, times), message: cost };
}

/** What an account has to have to take a seat and lay gas aside with it. */
export function neededWith({ value }: Endowment, { betSize }: GameConfig, chain: Chain): bigint {
  return betSize + value + MESSAGE_GAS * chain.valuePerGas + 2n * chain.existentialDeposit;
}

/** What an account has at least to have to take a seat, and to move and reveal with its own money. */
export function neededWithout({ message }: Endowment, { betSize }: GameConfig, chain: Chain): bigint {
  return betSize + BigInt(AFTER_SEAT.needed) * message + chain.existentialDeposit;
}

/** What a move or a reveal takes of a voucher, for good. */
export async function messageCost({ api, chain }: Online, from: Account, program: ActorId): Promise<bigint> {
  const message = api.message.send({
    destination: program,
    payload: new Uint8Array(voucher.longest),
    gasLimit: chain.blockGasLimit,
    value: 0,
  });
  // Every voucher's name is as long.
  const fee = await feeOf(api.voucher.call(program, { SendMessage: message }), from);
  return withRoom(fee) + BURNED_GAS * chain.valuePerGas;
}

function durationOf({ api }: Online, { entryTimeout, moveTimeout, revealTimeout }: Times): number {
  // Registration that ends without two players begins again.
  const longest = 2 * entryTimeout + ROUNDS * (moveTimeout + revealTimeout);
  const blocks = Math.ceil(longest / BLOCK_TIME);
  return Math.min(Math.max(blocks, api.voucher.minDuration), api.voucher.maxDuration);
}
