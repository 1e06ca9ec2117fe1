import type { Codec } from '@polkadot/types/types';

/** What an extrinsic asks of the chain, as the library decodes it. */
export interface Call {
  section: string;
  method: string;
  args: readonly unknown[];
}

/** A message to a program, in a call. */
export interface CalledMessage {
  destination: Codec;
  payload: Codec;
}

/** Ways to do several calls in one. */
const BATCHES = ['batch', 'batchAll', 'forceBatch'];

/** The messages that a call sends, in order: by itself, by a voucher, or several together. */
export function messagesIn({ section, method, args }: Call): CalledMessage[] {
  switch (section) {
    case 'gear': {
      if (method !== 'sendMessage') return [];
      const [destination, payload] = args as [Codec, Codec];
      return [{ destination, payload }];
    }
    case 'gearVoucher': {
      if (method !== 'call') return [];
      const [, prepaid] = args as [Codec, { isSendMessage: boolean; asSendMessage: CalledMessage }];
      return prepaid.isSendMessage ? [prepaid.asSendMessage] : [];
    }
    case 'utility': {
      if (!BATCHES.includes(method)) return [];
      const [calls] = args as [Iterable<Call>];
      return [...calls].flatMap(messagesIn);
    }
    default:
      return [];
  }
}
