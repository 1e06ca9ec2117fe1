import { useEffect, useRef, useState } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import { statusOf, type GameState } from '../rpsls/state';
import { useAccounts } from '../way/accounts';
import { useHeld } from '../way/useStored';
import { useSeat } from './actions';
import { useKeptPurses, useMoneyIn } from './gas/usePurses';

/**
 * By how much a game has changed the money of the account and its purse, with what the chain holds for them. Null unless the page has been
 * here since before the seat was taken. Whatever else the account has paid meanwhile is in it, too.
 *
 * @param isActing whether something is being sent, which may have been paid for
 */
export function useNet(program: ActorId, state: GameState, isActing: boolean): bigint | null {
  const { account, balance } = useAccounts();
  const me = account?.id ?? null;
  const held = useHeld(me);
  const [purse] = useKeptPurses(useSeat(program));
  const inPurse = useMoneyIn(purse);
  const isKnown = purse === undefined || inPurse !== null;
  const money =
    balance === null || held === null || !isKnown ? null : balance + held + (inPurse ? inPurse.has + inPurse.held : 0n);
  const { gamesFinished, stage } = state;
  const isFree = stage === 'preparation' && statusOf(state, me) === 'notRegistered' && !isActing;
  const before = useRef(new Map<string, bigint>());
  const [net, setNet] = useState<bigint | null>(null);
  useEffect(() => {
    if (money === null) return;
    const first = before.current.get(`${me}/${gamesFinished - 1}`);
    setNet(isFree && first !== undefined ? money - first : null);
    if (isFree) before.current.set(`${me}/${gamesFinished}`, money);
  }, [me, gamesFinished, isFree, money]);
  return net;
}
