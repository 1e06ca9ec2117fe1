import { useSyncExternalStore } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import type { Opening } from '../rpsls/secrets';
import { statusOf, type GameState } from '../rpsls/state';
import type { Clock } from '../ui/Countdown';
import { useIsPast } from '../ui/useIsPast';
import { useRevealChoice } from './reveal/useRevealChoice';
import type { TableSession } from './session';

const never = (): (() => void) => () => undefined;

/**
 * Whether all have chosen, and the time left matters to nobody here: the page shows the viewer's move by itself, or has
 * done so. It matters again from half of the time on.
 */
export function useIsCalm(
  session: TableSession,
  state: GameState,
  account: ActorId | null,
  opening: Opening,
  clock: Clock,
): boolean {
  const { stage, stageStarted, deadline } = state;
  const [isOn] = useRevealChoice(account);
  const isLate = useIsPast(clock, (stageStarted + deadline) / 2);
  const revealing = opening.kind === 'here' ? session.revealOf(opening.secret).state : null;
  const acting = useSyncExternalStore(revealing?.subscribe ?? never, () => revealing?.get() ?? null);
  if (stage !== 'reveal' || isLate) return false;
  if (statusOf(state, account) !== 'toReveal') return true;
  return isOn && acting !== null && acting.trouble === null && acting.step !== 'signing';
}
