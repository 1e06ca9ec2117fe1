import { useId, type ReactNode } from 'react';

interface CardProps {
  title: string;
  className?: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, className = '', aside, children }: CardProps) {
  const id = useId();
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <header className="card-header">
        <h2 id={id} className="card-title">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
