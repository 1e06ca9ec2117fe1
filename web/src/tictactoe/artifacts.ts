import metadata from '@artifacts/tic_tac_toe.meta.txt?raw';
import code from '@artifacts/tic_tac_toe.opt.wasm?url';
import releases from '@releases/CODE_IDS?raw';
import { fetchProgram, KnownCodes } from '../chain/code';
import { Interface } from '../chain/metadata';
import { ANSWERS } from '../generated/ticTacToe';

export const TIC_TAC_TOE = new Interface(
  metadata,
  __TIC_TAC_TOE_INTERFACE__,
  ANSWERS,
  new KnownCodes(releases, 'tic_tac_toe.opt.wasm', __TIC_TAC_TOE_CODE__),
);

/** The program's code. Only a page that deploys one loads it. */
export function ticTacToeProgram(): Promise<Uint8Array> {
  return fetchProgram(code);
}
