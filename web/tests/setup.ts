import { WebSocket } from 'ws';

// Browsers have sockets, and Node.js from version 22 on.
Object.assign(globalThis, { WebSocket: (globalThis as { WebSocket?: unknown }).WebSocket ?? WebSocket });
