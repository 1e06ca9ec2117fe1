import { useChain } from '../../visitor/chain';
import type { ActorId } from '../../chain/hex';
import type { Revealing } from './useReveal';
import { useRevealChoice } from './useRevealChoice';

interface RevealWay {
  /** Whether the page can reveal, and does so without being asked. */
  isByItself: boolean;
  /** Whether nobody has to do anything: the reveal is under way, has not failed, and needs no wallet. */
  isCalm: boolean;
}

export function useRevealWay(account: ActorId, { isAble, step, trouble }: Revealing): RevealWay {
  const { link } = useChain();
  const [isOn] = useRevealChoice(account);
  const isByItself = isOn && isAble;
  const isUnderWay = trouble === null && step !== 'signing' && (isByItself || step !== null);
  return { isByItself, isCalm: isUnderWay && link.status === 'online' };
}
