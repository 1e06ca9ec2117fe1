import { WebSocket } from 'ws';

// Browsers have sockets. Node.js has them from version 22 on.
Object.assign(globalThis, { WebSocket: (globalThis as { WebSocket?: unknown }).WebSocket ?? WebSocket });
