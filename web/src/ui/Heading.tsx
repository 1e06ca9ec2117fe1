/** The heading of a panel. */
export function Heading({ title, text }: { title: string; text: string }) {
  return (
    <header className="act-header">
      <h2 className="act-title">{title}</h2>
      <p className="muted">{text}</p>
    </header>
  );
}
