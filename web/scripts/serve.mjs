// Serves a folder of static files: `node serve.mjs FOLDER PORT [PREFIX]`.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { createGzip } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Starts the server; port 0 takes a free one. */
export async function serve(folder, port, prefix = '/') {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = path.startsWith(prefix) ? join(folder, normalize(`/${path.slice(prefix.length)}`)) : null;
    const isFile =
      file &&
      (await stat(file).then(
        (found) => found.isFile(),
        () => false,
      ));
    if (!isFile) {
      response.writeHead(404).end('Not found');
      return;
    }
    const headers = { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' };
    const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    response.writeHead(200, isPacked ? { ...headers, 'Content-Encoding': 'gzip' } : headers);
    // As hosts of static files do.
    if (isPacked) createReadStream(file).pipe(createGzip()).pipe(response);
    else createReadStream(file).pipe(response);
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
