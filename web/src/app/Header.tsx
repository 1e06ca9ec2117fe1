import { useTexts } from '../i18n';
import { AccountDialog } from './AccountDialog';
import { useChain } from '../visitor/chain';
import { Logo } from './Logo';
import { MuteButton } from './MuteButton';
import { NetworkDialog } from './NetworkDialog';
import { hrefOf } from '../visitor/route';
import { SettingsDialog } from './SettingsDialog';

export function Header() {
  const { m } = useTexts();
  const { connection } = useChain();
  return (
    <header className="header">
      <a className="skip" href="#content" onClick={skip}>
        {m.header.skip}
      </a>
      <a className="brand" href={hrefOf({ name: 'home' }, connection.url)}>
        <Logo />
        <span className="brand-name">RPSLS</span>
        <span className="hidden">{m.title}</span>
      </a>
      <nav className="header-tools" aria-label={m.header.settings}>
        <NetworkDialog />
        <MuteButton />
        <SettingsDialog />
        <AccountDialog />
      </nav>
    </header>
  );
}

/** The part after the `#` is the screen, so the browser can't jump by itself. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
