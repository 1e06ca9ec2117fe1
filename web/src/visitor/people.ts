import { createContext, useContext } from 'react';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';

/** Who is there, for what only shows them. */
export interface People {
  /** The one who looks. */
  me: ActorId | null;
  nameOf: (id: ActorId) => string;
  /** Looks at somebody closely, where there is more to see. */
  open: ((id: ActorId) => void) | null;
}

export const PeopleContext = createContext<People | null>(null);

export function usePeople(): People {
  const value = useContext(PeopleContext);
  if (!value) throw new Error('outside of the people');
  return value;
}

/** How to call somebody in a sentence. */
export function useName(): (id: ActorId) => string {
  const { me, nameOf } = usePeople();
  const { m } = useTexts();
  return (id) => (id === me ? m.withYou(nameOf(id)) : nameOf(id));
}
