import { createContext, useContext, type ReactNode } from 'preact/compat';
import { createPortal } from 'preact/compat';

/** Places in the frame that are filled once the chain's code is there. */
export interface Slots {
  /** At the top right. */
  tools: HTMLElement | null;
  /** Above all else. */
  notices: HTMLElement | null;
}

export const SlotsContext = createContext<Slots>({ tools: null, notices: null });

/** Renders something into its place in the frame, wherever the component is. */
export function InSlot({ slot, children }: { slot: keyof Slots; children: ReactNode }) {
  const place = useContext(SlotsContext)[slot];
  return place && createPortal(children, place);
}
