import { Live } from './Live';

/** The heading of a panel. */
export function Heading({ title, text }: { title: string; text: string }) {
  return (
    <header className="act-header">
      <h2 className="act-title">
        <Live>{title}</Live>
      </h2>
      <p className="muted">
        <Live>{text}</Live>
      </p>
    </header>
  );
}
