import { useEffect, useState } from 'preact/compat';
import { useChain } from '../../way/chain';
import { useChainTime } from '../../way/useChainTime';
import type { ActorId } from '../../lib/hex';
import type { Step } from '../../chain/submit';
import { isUnfinal, showingAt } from '../../rpsls/showing';
import type { GameState } from '../../rpsls/state';
import type { TableSession } from '../session';
import type { Revealing } from './useReveal';
import { useRevealChoice } from './useRevealChoice';

interface RevealWay {
  /** Whether the page can reveal, and does so without being asked. */
  isByItself: boolean;
  /** Whether nobody has to do anything: the reveal is under way, has not failed, and needs no wallet. */
  isCalm: boolean;
  /** Whether half of the time is over, so that a press does not wait until the other moves are final. */
  isLate: boolean;
  /** Whether such a press could give the move away. */
  isRisky: boolean;
  /** What the button shows of the reveal. Nothing that the person may have to wait for too long. */
  step: Step | null;
}

/** How often the clock is read, ms. */
const TICK = 1_000;

/** How a player's move gets revealed at a table in this state. */
export function useRevealWay(
  { clock }: TableSession,
  { stageStarted, deadline }: GameState,
  account: ActorId,
  { isAble, step, trouble }: Revealing,
): RevealWay {
  const { connection, link } = useChain();
  const [isOn] = useRevealChoice(account);
  const time = useChainTime(clock);
  const [{ isLate, isRisky }, setTime] = useState({ isLate: false, isRisky: false });
  useEffect(() => {
    const look = (): void => {
      const { best, final } = connection.grown.get();
      const stage = { now: time(), from: stageStarted, to: deadline, lag: (best ?? 0) - (final ?? best ?? 0) };
      const next = { isLate: Number.isNaN(stage.now) || showingAt(stage) !== 'wait', isRisky: isUnfinal(stage) };
      setTime((now) => (now.isLate === next.isLate && now.isRisky === next.isRisky ? now : next));
    };
    look();
    const timer = setInterval(look, TICK);
    return () => clearInterval(timer);
  }, [connection, time, stageStarted, deadline]);
  const isByItself = isOn && isAble;
  // Whatever is under way may hang: from half of the time on the person can do it.
  const isUnderWay = trouble === null && step !== 'signing' && (step !== null || isByItself);
  return {
    isByItself,
    isCalm: isUnderWay && !isLate && link.status === 'online',
    isLate,
    isRisky,
    step: isLate && step !== 'signing' ? null : step,
  };
}
