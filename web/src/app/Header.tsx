import { useTexts } from '../i18n';
import { isKnownNode } from '../way/nodes';
import { hrefOf, useNode } from '../way/route';
import { usePreference } from '../lib/preferences';
import { Logo } from './Logo';

/** @param tools receives the place for what needs the chain */
export function Header({ tools }: { tools: (place: HTMLElement | null) => void }) {
  const { m } = useTexts();
  const node = useNode();
  const [nodes = []] = usePreference('nodes');
  return (
    <header className="header">
      <a className="skip" href="#content" onClick={skip}>
        {m.header.skip}
      </a>
      {/* The link does not carry a node that the page still asks about. */}
      <a className="brand" href={isKnownNode(node, nodes) ? hrefOf({ name: 'home' }, node) : '#/'}>
        <Logo />
        <span className="brand-name">RPSLS</span>
        <span className="hidden">{m.title}</span>
      </a>
      <nav className="header-tools" aria-label={m.header.settings} ref={tools} />
    </header>
  );
}

/** Moves the focus itself: the part after the `#` is the screen, so the browser can't jump there. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
