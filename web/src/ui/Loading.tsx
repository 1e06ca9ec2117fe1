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

/** Keeps the place of a line that is to come. */
export function AwaitedLine() {
  return <p aria-hidden="true">&nbsp;</p>;
}
