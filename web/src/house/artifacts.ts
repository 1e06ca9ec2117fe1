import metadata from '@artifacts/rpsls_house.meta.txt?raw';
import releases from '@releases/CODE_IDS?raw';
import { KnownCodes } from '../chain/code';
import { Interface } from '../chain/metadata';
import { ANSWERS } from '../generated/house';

/** The types of the house, which opens tables and lists them. */
export const HOUSE = new Interface(
  metadata,
  __HOUSE_INTERFACE__,
  ANSWERS,
  new KnownCodes(releases, 'rpsls_house.opt.wasm', __HOUSE_CODE__),
);
