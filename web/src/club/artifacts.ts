import metadata from '@artifacts/rpsls_club.meta.txt?raw';
import releases from '@releases/CODE_IDS?raw';
import { KnownCodes } from '../chain/code';
import { Interface } from '../chain/metadata';
import { ANSWERS } from '../generated/club';

/** The types of the club, which opens tables and lists them. */
export const CLUB = new Interface(
  metadata,
  __CLUB_INTERFACE__,
  ANSWERS,
  new KnownCodes(releases, 'rpsls_club.opt.wasm', __CLUB_CODE__),
);
