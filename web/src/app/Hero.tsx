import type { ReactNode } from 'react';
import { useTexts } from '../i18n';
import { MOVES } from '../rpsls/moves';
import { DuelDrawing } from '../table/drawing/DuelDrawing';
import { MoveIcon } from '../table/drawing/MoveIcon';

/** What this is, for who comes for the first time; it takes no chain. */
export function Hero({ children }: { children: ReactNode }) {
  const { m } = useTexts();
  return (
    <>
      <section className="hero">
        <div>
          <ul className="hero-moves" aria-hidden="true">
            {MOVES.map((move) => (
              <li key={move}>
                <MoveIcon move={move} />
              </li>
            ))}
          </ul>
          <h1 className="hero-title">{m.home.headline}</h1>
          <p className="hero-lead">{m.home.lead}</p>
          <div className="row">{children}</div>
        </div>
        <figure className="hero-duel">
          <DuelDrawing played={[]} />
          <figcaption className="hint">{m.home.rules}</figcaption>
        </figure>
      </section>
      <ol className="steps">
        {m.home.steps.map(([title, text]) => (
          <li key={title}>
            <h2>{title}</h2>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
