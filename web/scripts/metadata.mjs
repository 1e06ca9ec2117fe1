// Puts the metadata of a node's runtime into the page, without its docs: `npm run metadata wss://rpc.vara.network`.
// The page knows it again by the hash of the runtime's code, and asks no node for it. A release does this for
// each public network.
import { decAnyMetadata, metadata as codec } from '@polkadot-api/substrate-bindings';
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const folder = new URL('../src/chain/known/', import.meta.url);
const [address = 'ws://127.0.0.1:9944'] = process.argv.slice(2);

async function ask(method, params = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'Content-Type': 'application/json' };
  const signal = AbortSignal.timeout(60_000);
  const answer = await fetch(address.replace(/^ws/, 'http'), { method: 'POST', headers, body, signal });
  const { result, error } = await answer.json();
  if (error) throw new Error(error.message);
  return result;
}

/** Drops docs, Rust type names and paths, which nobody reads. Options keep theirs, by which they are known. */
function without(name, value) {
  if (name === 'docs') return [];
  if (name === 'typeName') return undefined;
  return name === 'path' && value.length > 1 ? [] : thin(value);
}

function thin(value) {
  if (Array.isArray(value)) return value.map(thin);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(name, inner)]));
}

const [hash, version, hex] = await Promise.all([
  ask('state_getStorageHash', ['0x3a636f6465']),
  ask('state_getRuntimeVersion'),
  ask('state_getMetadata'),
]);
if (!hash) throw new Error('The node does not tell the hash of its code.');
const bytes = codec.enc(thin(decAnyMetadata(hex)));
const name = `${version.specName}-${version.specVersion}-${hash.slice(2, 10)}.scale.gz`;
const packed = gzipSync(bytes, { level: 9 });
await writeFile(new URL(name, folder), packed);
const known = JSON.parse(await readFile(new URL('known.json', folder), 'utf8'));
known[hash] = name;
await writeFile(new URL('known.json', folder), `${JSON.stringify(known, null, 2)}\n`);
console.log(`${name}: ${packed.length} bytes, of ${(hex.length - 2) / 2} with its docs`);
