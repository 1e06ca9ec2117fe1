import rpslsMetadata from '@artifacts/rpsls.meta.txt?raw';
import rpslsCode from '@artifacts/rpsls.opt.wasm?url';
import releases from '@releases/CODE_IDS?raw';
import { fetchProgram, KnownCodes } from '../chain/code';
import { Interface } from '../chain/metadata';
import { ANSWERS } from '../generated/rpsls';

/** The table's types, as built with the program. */
export const RPSLS = new Interface(
  rpslsMetadata,
  __RPSLS_INTERFACE__,
  ANSWERS,
  new KnownCodes(releases, 'rpsls.opt.wasm', __RPSLS_CODE__),
);

/** The table's program. Only a page that deploys one loads it. */
export function rpslsProgram(): Promise<Uint8Array> {
  return fetchProgram(rpslsCode);
}
