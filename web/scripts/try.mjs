// The page on this machine, at its practice game: `make try`. It takes no node.
import { fileURLToPath } from 'node:url';
import { openInBrowser } from './open.mjs';
import { portOf } from './port.mjs';
import { serve } from './serve.mjs';

const server = await serve(fileURLToPath(new URL('../dist/', import.meta.url)), await portOf('PORT'));
const link = `http://127.0.0.1:${server.address().port}/#/practice`;
console.log(`
Play against bots  ${link}

The program itself runs in the page: no wallet, no node, no coin. Ctrl+C ends it.
`);
openInBrowser(link);
