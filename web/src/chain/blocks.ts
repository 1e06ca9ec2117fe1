import type { GearApi } from '@gear-js/api';
import type { Vec } from '@polkadot/types';
import type { FrameSystemEventRecord } from '@polkadot/types/lookup';
import type { Codec, Registry } from '@polkadot/types/types';
import { hexToU8a } from '@polkadot/util';
import { messagesIn, type Call } from './calls';
import type { ActorId, Hex } from './hex';

/** A block, as far as the page cares. */
export interface Head {
  hash: Hex;
  number: number;
  /** The block's timestamp, ms. */
  timestamp: number;
}

/** A message to an account. */
export interface Said {
  kind: 'said';
  id: Hex;
  from: ActorId;
  to: ActorId;
  value: bigint;
  payload: Hex;
  /** What it answers, if it is a reply. */
  replyTo: Hex | null;
  isError: boolean;
}

/** A message from an account to a program. */
export interface Asked {
  kind: 'asked';
  id: Hex;
  from: ActorId;
  to: ActorId;
  /** Not known of messages that came otherwise than by a call that is known here. */
  payload: Hex | null;
}

export type Fact = Said | Asked;

/** What happened in a block about one program, in order. */
export interface BlockFacts {
  head: Head;
  /** Whether the program ran. */
  hasRun: boolean;
  facts: Fact[];
}

export interface Block {
  head: Head;
  events: FrameSystemEventRecord[];
}

/**
 * The types of the runtime that made a block. Of the latest blocks the API has them itself,
 * in `registry`: it follows upgrades.
 */
export async function runtimeOf(api: GearApi, hash: Hex): Promise<Registry> {
  const { registry } = await api.getBlockRegistry(hexToU8a(hash));
  return registry;
}

/** The hashes of blocks, in one request. */
export async function hashesOf(api: GearApi, numbers: readonly number[]): Promise<Hex[]> {
  return numbers.length === 0 ? [] : api.provider.send<Hex[]>('chain_getBlockHash', [numbers]);
}

/**
 * Reads a block's time and events in one request, where the library would send
 * six: it asks for the runtime of each value anew.
 */
export async function readBlock(
  api: GearApi,
  { hash, number }: Pick<Head, 'hash' | 'number'>,
  runtime: Registry,
): Promise<Block> {
  const keys = [api.query.timestamp.now.key(), api.query.system.events.key()];
  const [set] = await api.provider.send<StorageChanges[]>('state_queryStorageAt', [keys, hash]);
  const values = new Map(set?.changes);
  // As bytes: a number's digits would be read in the other order.
  const [timestamp, events] = keys.map((key) => hexToU8a(values.get(key)));
  return {
    head: { hash, number, timestamp: Number(runtime.createType('u64', timestamp).toString()) },
    events: [...runtime.createType<Vec<FrameSystemEventRecord>>('Vec<FrameSystemEventRecord>', events)],
  };
}

/** The time of the latest block, ms. */
export async function timeOf(api: GearApi): Promise<number> {
  const time = await api.provider.send<Hex>('state_getStorage', [api.query.timestamp.now.key()]);
  // As bytes: a number's digits would be read in the other order.
  return Number(api.createType('u64', hexToU8a(time)).toString());
}

interface StorageChanges {
  changes: [key: string, value: Hex | null][];
}

/** The messages to accounts in a block. */
export function saidIn({ events }: Block): Said[] {
  return events.flatMap((record) => said(record) ?? []);
}

/** What happened about one program in a block. */
export async function factsOf(api: GearApi, { head, events }: Block, program: ActorId): Promise<BlockFacts> {
  const found = events.flatMap((record): (Said | Queued)[] => {
    const fact = said(record) ?? queued(record);
    return fact && (fact.from === program || fact.to === program) ? [fact] : [];
  });
  const isAsked = found.some((fact) => fact.kind === 'queued');
  const payloads = isAsked ? await payloadsIn(api, head.hash, program) : new Map<number, Hex[]>();
  const facts = found.map((fact): Fact => {
    if (fact.kind === 'said') return fact;
    const { id, from, to, extrinsic } = fact;
    // An extrinsic's messages are queued in the order in which they stand in it.
    return { kind: 'asked', id, from, to, payload: payloads.get(extrinsic)?.shift() ?? null };
  });
  return { head, hasRun: facts.length > 0 || events.some((record) => hasRun(record, program)), facts };
}

interface Queued extends Omit<Asked, 'kind' | 'payload'> {
  kind: 'queued';
  extrinsic: number;
}

interface UserMessage extends Codec {
  id: Codec;
  source: Codec;
  destination: Codec;
  payload: Codec;
  value: { toBigInt(): bigint };
  details: {
    isSome: boolean;
    unwrap(): { to: Codec; code: { isError: boolean } };
  };
}

function said({ event }: FrameSystemEventRecord): Said | undefined {
  if (event.section !== 'gear' || event.method !== 'UserMessageSent') return undefined;
  const [message] = event.data as unknown as [UserMessage];
  const details = message.details.isSome ? message.details.unwrap() : null;
  return {
    kind: 'said',
    id: message.id.toHex(),
    from: message.source.toHex(),
    to: message.destination.toHex(),
    value: message.value.toBigInt(),
    payload: message.payload.toHex(),
    replyTo: details ? details.to.toHex() : null,
    isError: details?.code.isError ?? false,
  };
}

function queued({ event, phase }: FrameSystemEventRecord): Queued | undefined {
  if (event.section !== 'gear' || event.method !== 'MessageQueued') return undefined;
  if (!phase.isApplyExtrinsic) return undefined;
  const [id, source, destination] = event.data as unknown as [Codec, Codec, Codec];
  return {
    kind: 'queued',
    id: id.toHex(),
    // Here the chain writes the account as an address.
    from: `0x${bytesToDigits(source.toU8a())}`,
    to: destination.toHex(),
    extrinsic: phase.asApplyExtrinsic.toNumber(),
  };
}

function hasRun({ event }: FrameSystemEventRecord, program: ActorId): boolean {
  if (event.section !== 'gear' || event.method !== 'MessagesDispatched') return false;
  const changes = (event.data as unknown as { stateChanges: Iterable<Codec> }).stateChanges;
  return [...changes].some((id) => id.toHex() === program);
}

function bytesToDigits(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What was sent to the program, by the extrinsic's place in the block. */
async function payloadsIn(api: GearApi, hash: Hex, program: ActorId): Promise<Map<number, Hex[]>> {
  const { block } = await api.rpc.chain.getBlock(hash);
  return new Map(
    block.extrinsics.map(({ method }, index) => {
      const sent = messagesIn(method as unknown as Call).filter(({ destination }) => destination.toHex() === program);
      return [index, sent.map(({ payload }) => payload.toHex())];
    }),
  );
}
