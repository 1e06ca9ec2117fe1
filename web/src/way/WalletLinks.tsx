import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';
import { matches } from '../lib/browser';
import { withoutGuest } from './route';

interface Wallet {
  name: string;
  href: string;
}

/** Browser extensions that are wallets for Vara, and their download pages. */
const EXTENSIONS: Wallet[] = [
  { name: 'SubWallet', href: 'https://www.subwallet.app/download.html' },
  { name: 'Talisman', href: 'https://talisman.xyz/download' },
  { name: 'Polkadot.js', href: 'https://polkadot.js.org/extension/' },
];

/** Wallet apps, with the link that opens a page in the app's browser, or leads to the app. */
const APPS = [
  { name: 'SubWallet', open: 'https://mobile.subwallet.app/browser?url=' },
  { name: 'Nova Wallet', open: 'https://app.novawallet.io/open/dapp?url=' },
];

/** Phones have no extensions. */
const PHONE = '(hover: none) and (pointer: coarse)';

/** The way to a wallet, if the browser has none. */
export function WalletLinks() {
  const { m } = useTexts();
  const isPhone = matches(PHONE);
  const wallets = isPhone ? APPS.map(({ name, open }) => ({ name, href: open + here() })) : EXTENSIONS;
  return (
    <Notice tone="warning" title={m.account.noExtension}>
      <p>{isPhone ? m.account.openInAppText : m.account.noExtensionText}</p>
      <p className="row">
        {wallets.map(({ name, href }) => (
          <a key={name} className="button quiet" href={href} target="_blank" rel="noreferrer">
            {isPhone ? m.account.openIn(name) : name}
          </a>
        ))}
      </p>
    </Notice>
  );
}

/** This page's address, for another app to open. Never with a guest's key, which the link's server would see. */
function here(): string {
  const url = new URL(location.href);
  url.hash = withoutGuest(url.hash);
  return encodeURIComponent(url.href);
}
