import { isFramed } from '../lib/browser';

/** The release that this page belongs to. Each is published under its own version, too, and stays there. */
export const RELEASE = __RELEASE__;

const VERSIONED = /\/\d+\.\d+\.\d+(-[\w.]+)?\/$/;

/** The address of the same page as another release, if its host publishes as `release.yml` does. */
export function pageOf(release: string, here: string = location.href): string {
  const folder = new URL('.', here);
  folder.search = '';
  folder.hash = '';
  folder.pathname = `${folder.pathname.replace(VERSIONED, '/')}${release}/`;
  return folder.href;
}

/** Hosts on which many people's pages share an origin, or a person's many pages. */
const SHARED_HOSTS = /\.(github\.io|gitlab\.io|codeberg\.page|sourcehut\.page|srht\.site|neocities\.org)$/;
/** What a gateway serves: all that anybody has published. */
const SHARED_PATHS = /^\/(ipfs|ipns)\//;

/**
 * Why the page must not hold keys and sealed moves where it is. `framed`: the page around it could steal presses.
 * `shared`: pages in other folders of the origin could read them. Null if nothing is known against the place.
 */
export function unsafePlace(
  { hostname, pathname }: Pick<Location, 'hostname' | 'pathname'> = location,
  framed = isFramed(),
): 'framed' | 'shared' | null {
  if (framed) return 'framed';
  const folder = pathname.replace(/[^/]*$/, '').replace(VERSIONED, '/');
  const isShared = folder !== '/' && (SHARED_HOSTS.test(hostname) || SHARED_PATHS.test(pathname));
  return isShared ? 'shared' : null;
}
