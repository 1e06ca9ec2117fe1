import type { ReactNode } from 'react';

/** Says what is on its way, in the place of it. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}…
    </p>
  );
}
