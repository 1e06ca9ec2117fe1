import { Logo } from './Logo';

/** The page's header where no chain is known yet. */
export function PlainHeader() {
  return (
    <header className="header">
      <span className="brand">
        <Logo />
        <span className="brand-name">RPSLS</span>
      </span>
    </header>
  );
}
