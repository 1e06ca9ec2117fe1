import { declineVoucher, revokeVoucher, together } from './calls';
import type { ActorId } from '../lib/hex';
import { freeBalance, type Context } from './program';
import { submit, type Step } from './submit';
import { heightOf, isFree, owned, vouchersOf, type Voucher } from './voucher';
import type { Account } from './wallet';

/**
 * Takes back what is left in an owner's vouchers. The spender has to decline a voucher that has not
 * expired first; the voucher itself pays for that. A voucher waits if its spender's key is not at
 * hand. It also waits while the chain holds some of its money for an alarm: money that comes back
 * to an emptied account is lost if it is less than the existential deposit.
 *
 * @param spenders the accounts with vouchers, the program of each, and the key if it is at hand
 * @returns how much came back, in the smallest unit
 * @throws ChainError
 */
export async function takeBack(
  context: Context,
  owner: Account,
  spenders: readonly { id: ActorId; program: ActorId; key: Account | null }[],
  onStep: (step: Step) => void,
): Promise<bigint> {
  const { api } = context;
  onStep('checking');
  const over: Voucher[] = [];
  for (const { id, program, key } of spenders) {
    const height = await heightOf(api);
    for (const voucher of owned(await vouchersOf(api, id, program), owner.id)) {
      if (!isFree(voucher)) continue;
      const isOver = voucher.expiry <= height;
      if (!isOver && key) await submit(context, key, declineVoucher(voucher.id), onStep);
      if (isOver || key) over.push(voucher);
    }
  }
  const [first, ...rest] = over.map(({ id, spender }) => revokeVoucher(spender, id));
  if (!first) return 0n;
  const left = await Promise.all(over.map(({ id }) => freeBalance(api, id)));
  await submit(context, owner, together([first, ...rest]), onStep);
  return left.reduce((sum, value) => sum + value, 0n);
}
