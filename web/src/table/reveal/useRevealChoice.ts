import { usePreference } from '../../lib/preferences';
import type { ActorId } from '../../lib/hex';

/** Whether the page reveals for this account, and a function that changes it. */
export function useRevealChoice(account: ActorId | null): [isOn: boolean, set: (isOn: boolean) => void] {
  const [self = [], setSelf] = usePreference('revealSelf');
  const others = self.filter((id) => id !== account);
  return [others.length === self.length, (isOn) => setSelf(isOn || !account ? others : [...others, account])];
}
