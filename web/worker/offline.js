/* global BUILD, FILES, ENTRY */
// Keeps the files of one build, and nothing else, so that the page opens without a network. The build
// puts its own name, its files and that of its first script in front of this.

/** A network that takes longer, ms, is not waited for where the page is kept. */
const PATIENCE = 1_000;
/** How long after the page its other files are asked for, ms. */
const LATER = 4_000;
const SCOPE = new URL(registration.scope).pathname;
/** Pages of other releases beside this one have their own. */
const PREFIX = `rpsls${SCOPE}`;
/** The names that hosts give the page. */
const NAMES = ['', 'index.html', 'index'];

addEventListener('install', (event) => {
  event.waitUntil(install());
});

addEventListener('activate', (event) => {
  event.waitUntil(forgetOld());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode !== 'navigate') event.respondWith(kept(request));
  // A link whose # was encoded on its way. The host need not see what is behind it.
  else if (/%23/i.test(pathname)) event.respondWith(Response.redirect(request.url.replace(/%23/i, '#')));
  else if (NAMES.some((name) => pathname === SCOPE + name)) {
    event.respondWith(page(request));
    // Whoever comes again gets all of it.
    event.waitUntil(pause(LATER).then(() => keep(FILES)));
  }
});

// A first visit asks for nothing that it does not use: the page names what it has loaded.
addEventListener('message', (event) => {
  const { loaded = [] } = event.data;
  event.waitUntil(keep(FILES.filter((file) => loaded.includes(new URL(file, registration.scope).href))));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage());
});

async function install() {
  const cache = await caches.open(PREFIX + BUILD);
  const answer = await fetch('./', { cache: 'no-cache' });
  // A newer build may be there by now, whose page names other files than these.
  if (!answer.ok || !(await answer.clone().text()).includes(ENTRY)) throw new Error('this build is there no more');
  await cache.put('./', clean(answer));
  const hasFormer = (await caches.keys()).some((name) => isOwn(name) && name !== PREFIX + BUILD);
  if (hasFormer) await Promise.all(FILES.map((file) => add(cache, file)));
  // Open tabs have the names of their own build's files, which stay.
  await skipWaiting();
}

/** Keeps what it can of these files. */
async function keep(files) {
  const cache = await caches.open(PREFIX + BUILD);
  for (const file of files) await add(cache, file).catch((error) => console.info('Not kept:', error));
}

async function add(cache, file) {
  if (await cache.match(file)) return;
  // The name of an asset changes with it: what the browser has of it is good, whatever the host says of that.
  const answer = await fetch(file, { cache: file.startsWith('./assets/') ? 'force-cache' : 'default' });
  // Some networks answer with a page of their own.
  const isPage = (answer.headers.get('content-type') ?? '').startsWith('text/html');
  if (!answer.ok || isPage) throw new Error(`${file} is not there`);
  await cache.put(file, clean(answer));
}

function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** A copy that has not been redirected: browsers take no other for a page. */
function clean({ body, status, statusText, headers }) {
  return new Response(body, { status, statusText, headers });
}

/** The former build stays as well: a tab may be open that has not loaded all of it. */
async function forgetOld() {
  const builds = (await caches.keys()).filter((name) => isOwn(name) && name !== PREFIX + BUILD);
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)));
  await clients.claim();
}

/** Whether a cache is this page's. Releases before 2.1 gave theirs no folder. */
function isOwn(name) {
  return /^rpsls\/[0-9a-f]{16}$/.test(name) || (name.startsWith(PREFIX) && !name.slice(PREFIX.length).includes('/'));
}

/** The files of any build that is kept: what they are called tells one from another. */
async function kept(request) {
  return (await caches.match(request).catch(refused)) ?? fetch(request);
}

/** The newest page if the network has it soon, which names its own build's files. */
async function page(request) {
  const fresh = fetch(request);
  const answer = await Promise.race([fresh, pause(PATIENCE)]).catch((error) =>
    console.info('There is no network:', error),
  );
  // Where a host redirects, the browser goes there by itself.
  if (answer?.ok || answer?.type === 'opaqueredirect') return answer;
  const own = await caches
    .open(PREFIX + BUILD)
    .then((cache) => cache.match('./'))
    .catch(refused);
  return own ?? fresh;
}

/** What is kept can't be had: the network may have it. */
function refused(error) {
  console.info('The browser gives back nothing of what it keeps:', error);
}

/** The tab that has told something. */
async function showPage() {
  const [tab] = await clients.matchAll({ type: 'window' });
  await tab?.focus();
}
