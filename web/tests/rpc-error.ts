/** An error as the library throws it when a node answers with one. */
export class RpcError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly data?: string,
  ) {
    super(message);
  }
}
