import type { ReactNode } from 'preact/compat';

/** Says in its place what is being loaded. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}…
    </p>
  );
}
