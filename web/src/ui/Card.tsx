import { useId, type ReactNode, type Ref } from 'preact/compat';

interface CardProps {
  title: string;
  /** 1 if the card is the whole page. */
  level?: 1 | 2;
  className?: string;
  ref?: Ref<HTMLElement>;
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, level = 2, className = '', ref, aside, children }: CardProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section ref={ref} className={`card ${className}`} aria-labelledby={id}>
      <header className="card-header">
        <Heading id={id} className="card-title">
          {title}
        </Heading>
        {aside}
      </header>
      {children}
    </section>
  );
}
