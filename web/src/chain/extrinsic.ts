/** Extrinsics as bytes: what is signed, and what is sent. */
import { compact, createDecoder } from '@polkadot-api/substrate-bindings';
import { blake2, hexToU8a, u8aConcat, u8aEq, u8aToHex } from '../lib/bytes';
import { ChainError } from './failure';
import type { ActorId, Hex } from '../lib/hex';
import type { Call, Extension, Runtime, Version } from './runtime';
import { next, type Cursor } from './scale';

/** For how many blocks an extrinsic stays valid at most: six minutes of Vara. */
export const PERIOD = 128;
/** The shortest period that the chain knows, in blocks. */
const SHORTEST = 4;

/** The longest period, in blocks, that is over within as many. Periods are powers of two. */
export function periodWithin(blocks: number): number {
  return Math.max(SHORTEST, Math.min(PERIOD, 2 ** Math.floor(Math.log2(Math.max(1, blocks)))));
}
/** The format's version, and the bit for a signed extrinsic. */
const [FORMAT, SIGNED] = [4, 0x80];
/** A longer payload, in bytes, is signed by its hash. */
const LONGEST = 256;

/** What is signed besides a call. */
export interface Terms {
  genesis: Hex;
  version: Version;
  nonce: number;
  /** Moves it ahead of others, in the smallest unit. */
  tip: bigint;
  /** The block from which it is valid. */
  birth: { hash: Hex; number: number };
  /** For how many blocks it is valid, from that one on; otherwise as long as any. */
  period?: number;
}

/** What must be as it was asked for. A wallet may add the hash of the metadata. */
const COMPARED = ['CheckMortality', 'CheckNonce', 'ChargeTransactionPayment'];

type Encoded = [extra: Uint8Array, additional: Uint8Array];
const NONE = new Uint8Array();

/** An extrinsic that lacks its signature. */
export class Unsigned {
  readonly call: Uint8Array;
  private readonly extra: Uint8Array;
  private readonly additional: Uint8Array;

  /** @throws ChainError if the runtime requires something of extrinsics that the page does not know */
  constructor(
    private readonly runtime: Runtime,
    private readonly from: ActorId,
    call: Call,
    readonly terms: Terms,
  ) {
    this.call = runtime.encodeCall(call);
    const parts = extensionsOf(runtime).map((extension) => encoded(runtime, extension, terms));
    this.extra = u8aConcat(...parts.map(([extra]) => extra));
    this.additional = u8aConcat(...parts.map(([, additional]) => additional));
  }

  /** The bytes that a wallet shows. */
  get payload(): Uint8Array {
    return u8aConcat(this.call, this.extra, this.additional);
  }

  /** The bytes that are signed. */
  get toSign(): Uint8Array {
    return this.payload.length > LONGEST ? blake2(this.payload) : this.payload;
  }

  /** @param signature preceded by the kind of its key */
  signedBy(signature: Uint8Array): Hex {
    const address = this.runtime.types.encode(this.runtime.partOf('Address'), { Id: this.from });
    const body = u8aConcat([SIGNED | FORMAT], address, signature, this.extra, this.call);
    return u8aToHex(u8aConcat(compact.enc(body.length), body));
  }

  /** The same, in the form that wallets are asked to sign. */
  json(address: string): Record<string, unknown> {
    const { genesis, version, nonce, tip, birth, period = PERIOD } = this.terms;
    return {
      address,
      blockHash: birth.hash,
      blockNumber: digits(birth.number, 4),
      era: u8aToHex(era(birth.number, period)),
      genesisHash: genesis,
      metadataHash: null,
      method: u8aToHex(this.call),
      mode: 0,
      nonce: digits(nonce, 4),
      signedExtensions: extensionsOf(this.runtime).map(({ identifier }) => identifier),
      specVersion: digits(version.specVersion, 4),
      tip: digits(tip, 16),
      transactionVersion: digits(version.transactionVersion, 4),
      version: FORMAT,
      withSignedTransaction: true,
    };
  }

  /** Whether a signed extrinsic makes the same call for the same account, with its number, tip and life. */
  isSameIn(extrinsic: Hex): boolean {
    const { signer, call, extra } = partsOf(this.runtime, hexToU8a(extrinsic));
    const isSame = extensionsOf(this.runtime).every((extension) => {
      const { identifier } = extension;
      if (!COMPARED.includes(identifier)) return true;
      return u8aEq(extra.get(identifier) ?? NONE, encoded(this.runtime, extension, this.terms)[0]);
    });
    return isSame && signer === this.from && u8aEq(call, this.call);
  }
}

/** The call in an extrinsic. Null if the page does not know how it is written. */
export function callIn(runtime: Runtime, extrinsic: Uint8Array): Call | null {
  try {
    return runtime.decodeCall(partsOf(runtime, extrinsic).call);
  } catch (error) {
    console.info('An extrinsic can’t be decoded:', error);
    return null;
  }
}

interface Parts {
  signer: ActorId | null;
  call: Uint8Array;
  /** What is signed besides the call, by extension. */
  extra: Map<string, Uint8Array>;
}

function partsOf(runtime: Runtime, extrinsic: Uint8Array): Parts {
  const { types } = runtime;
  return createDecoder((at) => {
    compact.dec(at);
    const [format = 0] = next(at, 1);
    if ((format & ~SIGNED) !== FORMAT) throw new Error(`the unknown format ${format}`);
    const isSigned = (format & SIGNED) !== 0;
    const address = isSigned ? (types.of(runtime.partOf('Address')).dec(at) as { Id?: ActorId }) : {};
    const extra = new Map<string, Uint8Array>();
    if (isSigned) types.of(runtime.partOf('Signature')).dec(at);
    for (const { identifier, type } of isSigned ? extensionsOf(runtime) : []) {
      const from = (at as Cursor).i;
      types.of(type).dec(at);
      extra.set(identifier, extrinsic.slice(from, (at as Cursor).i));
    }
    return { signer: address.Id ?? null, call: next(at, at.length - (at as Cursor).i), extra };
  })(extrinsic.slice());
}

function extensionsOf(runtime: Runtime): readonly Extension[] {
  if (runtime.extensions) return runtime.extensions;
  throw new ChainError({ kind: 'page', text: 'The chain takes no extrinsics of format 4. Nothing was signed.' });
}

function encoded({ types }: Runtime, { identifier, type, additionalSigned }: Extension, terms: Terms): Encoded {
  const { genesis, version, nonce, tip, birth, period = PERIOD } = terms;
  switch (identifier) {
    case 'CheckSpecVersion':
      return [NONE, types.encode(additionalSigned, version.specVersion)];
    case 'CheckTxVersion':
      return [NONE, types.encode(additionalSigned, version.transactionVersion)];
    case 'CheckGenesis':
      return [NONE, hexToU8a(genesis)];
    case 'CheckMortality':
      return [era(birth.number, period), hexToU8a(birth.hash)];
    case 'CheckNonce':
      return [types.encode(type, nonce), NONE];
    case 'ChargeTransactionPayment':
      return [types.encode(type, tip), NONE];
    case 'CheckMetadataHash':
      return [types.encode(type, { mode: 'Disabled' }), types.encode(additionalSigned, null)];
    default:
      if (types.isEmpty(type) && types.isEmpty(additionalSigned)) return [NONE, NONE];
      throw new ChainError({
        kind: 'page',
        text: `The chain wants ${identifier} of whatever is signed, which this page does not know. Nothing was signed.`,
      });
  }
}

/** How long the extrinsic is valid: a period, which is a power of two, and where in one it begins. */
function era(birth: number, period: number): Uint8Array {
  const packed = (Math.log2(period) - 1) | ((birth % period) << 4);
  return Uint8Array.of(packed & 0xff, packed >> 8);
}

/** A number in the form that wallets expect. */
function digits(number: number | bigint, bytes: number): Hex {
  return `0x${number.toString(16).padStart(2 * bytes, '0')}`;
}
