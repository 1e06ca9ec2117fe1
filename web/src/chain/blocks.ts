import { hexToU8a } from '../lib/bytes';
import type { Api, Changes } from './api';
import { messagesIn } from './calls';
import { callIn } from './extrinsic';
import { known, readable } from './failure';
import type { ActorId, Hex } from '../lib/hex';
import type { ChainEvent, Runtime } from './runtime';

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
  /** The message that it answers, if it is a reply. */
  replyTo: Hex | null;
  isError: boolean;
}

/** A message from an account to a program. */
export interface Asked {
  kind: 'asked';
  id: Hex;
  from: ActorId;
  to: ActorId;
  /** Null if the message came by a call that the page does not know. */
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

/** Where a block is. */
export type Place = Pick<Head, 'hash' | 'number'>;

export interface Block {
  head: Head;
  events: ChainEvent[];
  /** The runtime that made the block. */
  runtime: Runtime;
}

/** The runtime that made a block. */
export async function runtimeOf(api: Api, hash: Hex): Promise<Runtime> {
  return api.runtimeAfter((await api.header(hash)).parent);
}

/** The runtime of a block made during this connection. Asks the node only after an upgrade. */
export async function recentRuntime(api: Api, hash: Hex): Promise<Runtime> {
  return api.wasUpgraded ? runtimeOf(api, hash) : api.runtime;
}

/** The hashes of blocks, in one request. */
export async function hashesOf(api: Api, numbers: readonly number[]): Promise<Hex[]> {
  if (numbers.length === 0) return [];
  return (await api.send<(Hex | null)[]>('chain_getBlockHash', [numbers])).map(known);
}

/** The extrinsics of a block, in order. */
export async function extrinsicsIn(api: Api, hash: Hex): Promise<Hex[]> {
  return known(await api.send<{ block: { extrinsics: Hex[] } } | null>('chain_getBlock', [hash])).block.extrinsics;
}

/** Where a block has its time and its events. */
export function placesOf(runtime: Runtime) {
  return [runtime.entry('Timestamp', 'Now'), runtime.entry('System', 'Events')] as const;
}

/** Reads a block's time and events in one request. */
export async function readBlock(api: Api, place: Place, runtime: Runtime): Promise<Block> {
  const keys = placesOf(runtime).map((entry) => entry.key());
  const [set] = known(await api.send<Changes[] | null>('state_queryStorageAt', [keys, place.hash]));
  return known(blockOf(place, runtime, known(set)));
}

/** A block of this time and these events. Null without a time, which each block has: then the node does not know it yet. */
export function blockOf({ hash, number }: Place, runtime: Runtime, { changes }: Changes): Block | null {
  const values = new Map(changes);
  const [now, happened] = placesOf(runtime);
  const [time, events] = [values.get(now.key()), values.get(happened.key())];
  if (time === null || time === undefined) return null;
  return {
    head: { hash, number, timestamp: Number(now.value(time)) },
    events: runtime.events(readable(() => hexToU8a(events))),
    runtime,
  };
}

/** What happened in one of the latest blocks. */
export async function eventsIn(api: Api, hash: Hex): Promise<ChainEvent[]> {
  const runtime = await recentRuntime(api, hash);
  const stored = await api.send<Hex | null>('state_getStorage', [runtime.entry('System', 'Events').key(), hash]);
  return runtime.events(readable(() => hexToU8a(known(stored))));
}

/** The time of the latest block, ms. */
export async function timeOf(api: Api): Promise<number> {
  return Number(await api.read(['Timestamp', 'Now']));
}

/** The messages to accounts in a block. */
export function saidIn({ events }: Block): Said[] {
  return events.flatMap((record) => said(record) ?? []);
}

/** What happened about one program in a block. */
export async function factsOf(api: Api, { head, events, runtime }: Block, program: ActorId): Promise<BlockFacts> {
  const found = events.flatMap((record): (Said | Queued)[] => {
    const fact = said(record) ?? queued(record);
    return fact && (fact.from === program || fact.to === program) ? [fact] : [];
  });
  const isAsked = found.some((fact) => fact.kind === 'queued');
  const payloads = isAsked ? await payloadsIn(api, head.hash, runtime, program) : new Map<number, Hex[]>();
  const facts = found.map((fact): Fact => {
    if (fact.kind === 'said') return fact;
    const { id, from, to, extrinsic } = fact;
    // A block queues an extrinsic's messages in the order in which they stand in the extrinsic.
    return { kind: 'asked', id, from, to, payload: payloads.get(extrinsic)?.shift() ?? null };
  });
  return { head, hasRun: facts.length > 0 || events.some((record) => hasRun(record, program)), facts };
}

interface Queued extends Omit<Asked, 'kind' | 'payload'> {
  kind: 'queued';
  extrinsic: number;
}

interface UserMessage {
  id: Hex;
  source: ActorId;
  destination: ActorId;
  payload: Hex;
  value: bigint;
  details: { to: Hex; code: Record<string, unknown> } | null;
}

function isGears({ pallet, name }: ChainEvent, expected: string): boolean {
  return pallet === 'Gear' && name === expected;
}

function said(event: ChainEvent): Said | undefined {
  if (!isGears(event, 'UserMessageSent')) return undefined;
  const { message } = event.fields as { message: UserMessage };
  const { id, source: from, destination: to, value, payload, details } = message;
  const isError = details !== null && 'Error' in details.code;
  return { kind: 'said', id, from, to, value, payload, replyTo: details?.to ?? null, isError };
}

function queued(event: ChainEvent): Queued | undefined {
  const { extrinsic } = event;
  if (!isGears(event, 'MessageQueued') || extrinsic === null) return undefined;
  const { id, source: from, destination: to } = event.fields as { id: Hex; source: ActorId; destination: ActorId };
  return { kind: 'queued', id, from, to, extrinsic };
}

function hasRun(event: ChainEvent, program: ActorId): boolean {
  if (!isGears(event, 'MessagesDispatched')) return false;
  return (event.fields as { state_changes: ActorId[] }).state_changes.includes(program);
}

/** The payloads sent to the program, by the extrinsic's place in the block. */
async function payloadsIn(api: Api, hash: Hex, runtime: Runtime, program: ActorId): Promise<Map<number, Hex[]>> {
  return new Map(
    (await extrinsicsIn(api, hash)).map((extrinsic, index) => {
      const call = callIn(runtime, hexToU8a(extrinsic));
      const sent = (call ? messagesIn(call) : []).filter(({ destination }) => destination === program);
      return [index, sent.map(({ payload }) => payload)];
    }),
  );
}
