// Serves a folder of static files: `node serve.mjs FOLDER PORT [PREFIX]`.
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

const pack = promisify(gzip);

function tagOf({ mtimeMs, size }) {
  return `"${mtimeMs.toString(36)}-${size}"`;
}

/** Starts the server; port 0 takes a free one. */
export async function serve(folder, port, prefix = '/') {
  /** Compressed files by path and time of change. Each is compressed once. */
  const packed = new Map();

  const inGzip = (file, { mtimeMs }) => {
    const key = `${file} ${mtimeMs}`;
    if (!packed.has(key)) packed.set(key, readFile(file).then(pack));
    return packed.get(key);
  };

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = path.startsWith(prefix) ? join(folder, normalize(`/${path.slice(prefix.length)}`)) : null;
    const found = file && (await stat(file).catch(() => null));
    if (!found?.isFile()) {
      // As hosts do: a page of its own for what is not there.
      const missing = await readFile(join(folder, '404.html')).catch(() => 'Not found');
      response.writeHead(404, { 'Content-Type': TYPES['.html'] }).end(missing);
      return;
    }
    const headers = { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', ETag: tagOf(found) };
    // Says what is still good, and compresses, as hosts of static files do.
    if (request.headers['if-none-match'] === headers.ETag) {
      response.writeHead(304, headers).end();
      return;
    }
    if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
      response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' }).end(await inGzip(file, found));
    else response.writeHead(200, headers).end(await readFile(file));
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

if (import.meta.filename === process.argv[1]) {
  const [folder, port, prefix] = process.argv.slice(2);
  await serve(folder, Number(port), prefix);
}
