/** The requests that the page makes of a node. Each has a deadline: see `deadlineOf`. */
export type Method =
  | 'author_submitAndWatchExtrinsic'
  | 'author_unwatchExtrinsic'
  | 'chain_getBlock'
  | 'chain_getBlockHash'
  | 'chain_getFinalizedHead'
  | 'chain_getHeader'
  | 'chain_subscribeFinalizedHeads'
  | 'chain_subscribeNewHeads'
  | 'chain_unsubscribeFinalizedHeads'
  | 'chain_unsubscribeNewHeads'
  | 'gear_calculateGasForCreate'
  | 'gear_calculateGasForHandle'
  | 'gear_calculateGasForUpload'
  | 'gear_calculateReplyForHandle'
  | 'gear_readMetahash'
  | 'gear_readState'
  | 'gear_readStateBatch'
  | 'gear_subscribeProgramStateChanges'
  | 'gear_unsubscribeProgramStateChanges'
  | 'payment_queryInfo'
  | 'rpc_methods'
  | 'state_getKeysPaged'
  | 'state_getMetadata'
  | 'state_getRuntimeVersion'
  | 'state_getStorage'
  | 'state_getStorageHash'
  | 'state_queryStorageAt'
  | 'state_subscribeRuntimeVersion'
  | 'state_subscribeStorage'
  | 'state_unsubscribeRuntimeVersion'
  | 'state_unsubscribeStorage'
  | 'system_accountNextIndex'
  | 'system_chain'
  | 'system_chainType'
  | 'system_properties';

/** A request whose notices come until the one that ends it. */
export type Subscribing = Extract<Method, `${string}_subscribe${string}` | `${string}_submitAndWatch${string}`>;

/** The requests that read much. */
const LARGE: readonly Method[] = ['gear_readStateBatch', 'state_getKeysPaged', 'state_getMetadata'];

/** How long a node may take to answer a request, ms. */
export function deadlineOf(method: Method): number {
  return LARGE.includes(method) ? 30_000 : 10_000;
}

/** The request that ends a subscription. */
export function endOf(method: Subscribing): Method {
  return method.replace('_subscribe', '_unsubscribe').replace('_submitAndWatch', '_unwatch') as Method;
}
