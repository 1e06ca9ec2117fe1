import { useId, type ReactNode } from 'react';

interface CardProps {
  title: string;
  /** 1 if the card is the whole page. */
  level?: 1 | 2;
  className?: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, level = 2, className = '', aside, children }: CardProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
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
