import { useIsPast } from '../../ui/useIsPast';
import { useChain } from '../../visitor/chain';
import { useChainTime } from '../../program/useChainTime';
import type { ActorId } from '../../chain/hex';
import type { GameState } from '../../rpsls/state';
import type { TableSession } from '../session';
import type { Revealing } from './useReveal';
import { useRevealChoice } from './useRevealChoice';

interface RevealWay {
  /** Whether the page can reveal, and does so without being asked. */
  isByItself: boolean;
  /** Whether nobody has to do anything: the reveal is under way, has not failed, and needs no wallet. */
  isCalm: boolean;
}

/** How a player's move gets revealed at a table in this state. */
export function useRevealWay(
  { clock }: TableSession,
  { stageStarted, deadline }: GameState,
  account: ActorId,
  { isAble, step, trouble }: Revealing,
): RevealWay {
  const { link } = useChain();
  const [isOn] = useRevealChoice(account);
  const isByItself = isOn && isAble;
  // Another tab may be about to do it, and hang: then this one offers it.
  const isLate = useIsPast(useChainTime(clock), (stageStarted + deadline) / 2);
  const isUnderWay = trouble === null && step !== 'signing' && (step !== null || (isByItself && !isLate));
  return { isByItself, isCalm: isUnderWay && link.status === 'online' };
}
