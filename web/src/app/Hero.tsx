import type { ReactNode } from 'react';
import { useTexts } from '../i18n';
import { MOVES } from '../rpsls/moves';
import { DuelDrawing } from '../table/drawing/DuelDrawing';
import { MoveIcon } from '../table/drawing/MoveIcon';

interface HeroProps {
  /** Whether there is something to play at right below it. */
  isShort?: boolean;
  children: ReactNode;
}

/** What this is, for who comes for the first time; it takes no chain. */
export function Hero({ isShort = false, children }: HeroProps) {
  const { m } = useTexts();
  if (isShort) {
    return (
      <section className="hero short">
        <div>
          <h1 className="hero-title">{m.home.headline}</h1>
          <p className="hero-lead">{m.home.leadShort}</p>
          <div className="row">{children}</div>
        </div>
      </section>
    );
  }
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
      <Steps />
    </>
  );
}

/** How a game goes. */
export function Steps() {
  const { m } = useTexts();
  return (
    <ol className="steps">
      {m.home.steps.map(([title, text]) => (
        <li key={title}>
          <h2>{title}</h2>
          <p className="muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
