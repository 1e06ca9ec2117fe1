import 'fake-indexeddb/auto';
import { setMaxListeners } from 'node:events';
import '../setup';
import { beABrowser } from './world';

beABrowser();
setMaxListeners(0);

// The page tells its console of each fault.
if (!process.env['FAULT_LOG']) for (const kind of ['info', 'warn', 'debug'] as const) console[kind] = () => undefined;
