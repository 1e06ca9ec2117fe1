import { voucher } from '../generated/facts.json';
import { byVoucher, sendMessage, together, transfer } from '../chain/calls';
import { BLOCK_TIME } from '../chain/clock';
import type { Online } from '../chain/connection';
import { askGas, estimateOf, withRoom } from '../chain/estimate';
import type { ActorId } from '../lib/hex';
import { feeOf, type Extrinsic } from '../chain/submit';
import { durationsOf } from '../chain/voucher';
import type { Account } from '../chain/wallet';
import { GUEST_TIME, guestMessages, longestGame, type Costs, type Endowment, type Times } from '../rpsls/costs';
import { BURNED_GAS, MESSAGE_GAS, SAFE_GAS, TABLE_ROOM, USUAL_GAS } from '../rpsls/gas';
import { RPSLS } from '../rpsls/artifacts';

/** What an account's messages to a table use up of its own money, as the chain asks for it now. */
export async function costsOf({ api, chain }: Online, from: Account, program: ActorId): Promise<Costs> {
  const message = longestMessage(chain.blockGasLimit, program);
  // The program stands in for a purse: any account's id is as long.
  const filling = together([transfer(program, chain.existentialDeposit), message]);
  const [fee, fillingFee] = await Promise.all([feeOf(api, message, from), feeOf(api, filling, from)]);
  const burned = BURNED_GAS * chain.valuePerGas;
  return {
    message: withRoom(fee) + burned,
    usual: fee + USUAL_GAS * chain.valuePerGas,
    safe: withRoom(fee) + SAFE_GAS * chain.valuePerGas,
    seat: fee + burned,
    seatAndTransfer: fillingFee + burned,
  };
}

/**
 * What the next message to a table takes beyond the usual, since an upgraded chain prepares the code again. 0 once
 * anybody has paid for that.
 */
export async function extraOf({ api, chain }: Online, from: ActorId, program: ActorId): Promise<bigint> {
  // The code is prepared for whatever message comes, even for one that is refused.
  const asked = askGas(api, 'Handle', from, program, RPSLS.encodeAction({ Advance: null }), 0n);
  const { need } = await estimateOf(asked, MESSAGE_GAS, TABLE_ROOM);
  return need.extra > 0n ? (need.needed - SAFE_GAS) * chain.valuePerGas : 0n;
}

/** The voucher with which a guest can play a game: its messages, and the deposit that each needs for a while. */
export async function endowmentOf(
  online: Online,
  from: Account,
  program: ActorId,
  times: Times,
  rounds: number,
): Promise<Endowment> {
  const { api, chain } = online;
  // The program's id stands in for a voucher's, which is as long.
  const fee = await feeOf(api, byVoucher(program, longestMessage(chain.blockGasLimit, program)), from);
  const message = withRoom(fee) + BURNED_GAS * chain.valuePerGas;
  const value = BigInt(guestMessages(rounds)) * message + MESSAGE_GAS * chain.valuePerGas + chain.existentialDeposit;
  return { value, duration: blocksOf(online, Math.max(longestGame(times, rounds), GUEST_TIME)) };
}

function longestMessage(gasLimit: bigint, program: ActorId): Extrinsic {
  return sendMessage({ destination: program, payload: new Uint8Array(voucher.longest), gasLimit, value: 0n });
}

/** The blocks of a voucher that lasts at least so long, ms, as far as the chain allows. */
function blocksOf({ api }: Online, ms: number): number {
  const { least, most } = durationsOf(api);
  return Math.min(Math.max(Math.ceil(ms / BLOCK_TIME), least), most);
}
