import { vi } from 'vitest';
import { WebSocket } from 'ws';

/** How long a test waits for a state at most, ms. Two busy cores may run it: what is slow is not wrong. */
const PATIENCE = 50_000;
const { waitFor } = vi;
vi.waitFor = (done, options = PATIENCE) => waitFor(done, options);

// Browsers have sockets. Node.js has them from version 22 on.
Object.assign(globalThis, { WebSocket: (globalThis as { WebSocket?: unknown }).WebSocket ?? WebSocket });
