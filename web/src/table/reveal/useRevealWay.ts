import { useChain } from '../../visitor/chain';
import type { ActorId } from '../../chain/hex';
import type { Revealing } from './useReveal';
import { useRevealChoice } from './useRevealChoice';

interface RevealWay {
  /** Whether the page reveals without being told to, and can. */
  isByItself: boolean;
  /** Whether nobody has to do anything: it is being done, and neither has failed nor waits for a wallet. */
  isCalm: boolean;
}

export function useRevealWay(account: ActorId, { isAble, step, trouble }: Revealing): RevealWay {
  const { link } = useChain();
  const [isOn] = useRevealChoice(account);
  const isByItself = isOn && isAble;
  const isUnderWay = trouble === null && step !== 'signing' && (isByItself || step !== null);
  return { isByItself, isCalm: isUnderWay && link.status === 'online' };
}
