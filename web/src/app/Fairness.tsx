import { useTexts } from '../i18n';

/** Why nobody has to trust the others, and how a game goes. */
export function Fairness() {
  const { m } = useTexts();
  return (
    <section className="fairness" aria-labelledby="fairness">
      <h2 id="fairness">{m.home.fair}</h2>
      <p className="muted">{m.home.lead}</p>
      <ol className="steps">
        {m.home.steps.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
