import { createContext, useContext } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';

/** Names for components that only show people. */
export interface People {
  /** The viewer's account. */
  me: ActorId | null;
  nameOf: (id: ActorId) => string;
  /** Opens an account's details. Null where there is nothing more to see. */
  open: ((id: ActorId) => void) | null;
}

export const PeopleContext = createContext<People | null>(null);

export function usePeople(): People {
  const value = useContext(PeopleContext);
  if (!value) throw new Error('outside of the people');
  return value;
}

/** How to refer to an account in a sentence. */
export function useName(): (id: ActorId) => string {
  const { me, nameOf } = usePeople();
  const { m } = useTexts();
  return (id) => (id === me ? m.withYou(nameOf(id)) : nameOf(id));
}
