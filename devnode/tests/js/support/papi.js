// `polkadot-api` beside the other client, with messages to the program under `target/`.

import { getPolkadotSigner } from 'polkadot-api/signer';
import { createWsClient } from 'polkadot-api/ws';
import { WebSocket } from 'ws';
import { meta } from './game.js';

/** The client, which ends with the test. */
export function connectPapi(t, url) {
  const client = createWsClient(url, { websocketClass: WebSocket });
  t.after(() => client.destroy());
  return client;
}

export const signerOf = ({ pair }) =>
  getPolkadotSigner(pair.publicKey, 'Sr25519', (payload) => pair.sign(payload));

export const asBytes = (encoded) => Uint8Array.from(encoded.toU8a());

/** The extrinsic that sends an action to a program. */
export const messageOf = (api, programId, action, gas, value) =>
  api.tx.Gear.send_message({
    destination: programId,
    payload: asBytes(meta.createType(meta.types.handle.input, action)),
    gas_limit: gas,
    value,
    keep_alive: false,
  });
