import { spawn } from 'node:child_process';

/** Shows the page where there is a desktop to show it on. */
export function openInBrowser(link) {
  const isMac = process.platform === 'darwin';
  const hasDesktop = isMac || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasDesktop || process.env.NO_BROWSER) return;
  const opener = spawn(isMac ? 'open' : 'xdg-open', [link], { stdio: 'ignore', detached: true });
  const sayIt = () => console.log('Open it in a browser.');
  opener.once('error', sayIt);
  opener.once('exit', (code) => code && sayIt());
  opener.unref();
}
