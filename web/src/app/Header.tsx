import { useTexts } from '../i18n';
import { isKnownNode } from '../visitor/nodes';
import { hrefOf, useNode } from '../visitor/route';
import { usePreference } from '../settings/preferences';
import { Logo } from './Logo';

/** @param tools is given the place of what needs the chain */
export function Header({ tools }: { tools: (place: HTMLElement | null) => void }) {
  const { m } = useTexts();
  const node = useNode();
  const [nodes = []] = usePreference('nodes');
  return (
    <header className="header">
      <a className="skip" href="#content" onClick={skip}>
        {m.header.skip}
      </a>
      {/* A node that is still asked about is not gone on with. */}
      <a className="brand" href={isKnownNode(node, nodes) ? hrefOf({ name: 'home' }, node) : '#/'}>
        <Logo />
        <span className="brand-name">RPSLS</span>
        <span className="hidden">{m.title}</span>
      </a>
      <nav className="header-tools" aria-label={m.header.settings} ref={tools} />
    </header>
  );
}

/** The part after the `#` is the screen, so the browser can't jump by itself. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
