import type { Online } from '../../chain/connection';
import type { ActorId } from '../../chain/hex';
import { balanceOf, isFree, owned, vouchersOf } from '../../chain/voucher';
import type { Delegate } from '../../rpsls/delegates';
import { statusOf } from '../../rpsls/state';
import { readTable } from '../read';
import { isNamed } from './useDelegate';
import type { Spender } from './useTakeBack';

/** What is left of the gas of finished games. */
export interface WaitingGas {
  value: bigint;
  spenders: Spender[];
}

/** What an account can take back now, of the gas laid aside at tables where it no longer plays. */
export async function waitingGas(online: Online, owner: ActorId, delegates: readonly Delegate[]): Promise<WaitingGas> {
  const own = delegates.filter(({ genesis, account }) => genesis === online.chain.genesis && account === owner);
  const found = await Promise.all(
    own.map(async (delegate): Promise<{ value: bigint; spender: Spender } | null> => {
      const { id, program, seed } = delegate;
      const value = balanceOf(owned(await vouchersOf(online.api, id, program), owner).filter(isFree));
      // Taking back less than this costs more than it brings.
      if (value < online.chain.existentialDeposit / 10n || (await isInUse(online, delegate))) return null;
      return { value, spender: { id, program, seed } };
    }),
  );
  const left = found.flatMap((one) => one ?? []);
  return { value: left.reduce((sum, { value }) => sum + value, 0n), spenders: left.map(({ spender }) => spender) };
}

/** Whether a game is being played with this key. */
async function isInUse(online: Online, delegate: Delegate): Promise<boolean> {
  const state = await readTable(online, delegate.program);
  return isNamed(delegate, state) && statusOf(state, delegate.account) !== 'out';
}
