import { voucher } from '../../generated/facts.json';
import { withRoom } from '../../chain/estimate';
import { byVoucher, sendMessage } from '../../chain/calls';
import type { Online } from '../../chain/connection';
import type { ActorId } from '../../chain/hex';
import { feeOf, type Extrinsic } from '../../chain/submit';
import { durationsOf, issueOf, together } from '../../chain/voucher';
import type { Account } from '../../chain/wallet';
import { MOST_PROMISED, type GameConfig, type Timeout } from '../../rpsls/config';
import { longestGame, type Endowment } from '../../rpsls/endowment';
import { BLOCK_TIME } from '../../chain/clock';
import { BURNED_GAS, MESSAGE_GAS, USUAL_GAS } from '../../rpsls/gas';

/** The lengths of a game's stages. */
type Times = Pick<GameConfig, Timeout>;

/** The cost of this many messages in a game of so many rounds, with the deposit that each needs for a while. */
export async function endowmentOf(
  online: Online,
  from: Account,
  program: ActorId,
  times: Times,
  rounds: number,
  messages: number,
): Promise<Endowment> {
  const { api, chain } = online;
  // The program's id stands in for a voucher's, which is as long.
  const each = await feeOf(api, byVoucher(program, longestMessage(online, program)), from);
  const message = withRoom(each) + BURNED_GAS * chain.valuePerGas;
  const value = BigInt(messages) * message + MESSAGE_GAS * chain.valuePerGas + chain.existentialDeposit;
  const duration = blocksOf(online, longestGame(times, rounds) + 2 * MOST_PROMISED);
  const issue = issueOf({ spender: from.id, program, value, duration });
  const fee = await feeOf(api, together([issue, longestMessage(online, program)]), from);
  const usual = each + USUAL_GAS * chain.valuePerGas;
  return { value, duration, message, usual, seat: fee + BURNED_GAS * chain.valuePerGas };
}

function longestMessage({ chain }: Online, program: ActorId): Extrinsic {
  const payload = new Uint8Array(voucher.longest);
  return sendMessage({ destination: program, payload, gasLimit: chain.blockGasLimit, value: 0n });
}

/** The blocks of a voucher that lasts at least so long, ms, as far as the chain allows. */
export function blocksOf({ api }: Online, ms: number): number {
  const { least, most } = durationsOf(api);
  return Math.min(Math.max(Math.ceil(ms / BLOCK_TIME), least), most);
}
