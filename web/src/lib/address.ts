import { AccountId, getSs58AddressInfo } from '@polkadot-api/substrate-bindings';
import { u8aToHex } from './bytes';
import { parseActorId, type ActorId } from './hex';
import { typed } from './typed';

/** The account's address in the format of a chain with this prefix. */
export function addressOf(id: ActorId, prefix: number): string {
  return AccountId(prefix).dec(id);
}

/** Parses an account from an address or an id. Null if it is neither. */
export function parseAccount(text: string): ActorId | null {
  const id = parseActorId(text);
  if (id) return id;
  const address = getSs58AddressInfo(typed(text));
  return address.isValid && address.publicKey.length === 32 ? u8aToHex(address.publicKey) : null;
}
