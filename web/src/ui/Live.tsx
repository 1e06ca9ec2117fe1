/**
 * A text that changes. Each text is an element of its own: a browser that translates the page replaces what is
 * inside, and would leave a changed text as it was.
 */
export function Live({ children }: { children: string }) {
  return <span key={children}>{children}</span>;
}
