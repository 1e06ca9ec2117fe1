import { blake2AsHex, hexToU8a, stringToU8a, u8aConcat } from '../lib/bytes';
import { within } from './failure';
import type { ActorId, Hex } from '../lib/hex';

/** What the page knows of a program by its code. Nobody can copy a code under other rules. */
export type Code =
  | { kind: 'release'; version: string }
  /** The code that this page was built with, if that is no release. */
  | { kind: 'development' }
  | { kind: 'unknown' };

/** The codes that a page trusts. */
export class KnownCodes {
  private readonly versions: ReadonlyMap<string, string>;

  /**
   * @param list the code ids of all releases, as `b2sum` lists them: an id, and `version/file`
   * @param file the program's file in each release
   * @param own the id of the code that the page was built with, and deploys
   */
  constructor(
    list: string,
    file: string,
    readonly own: Hex,
  ) {
    const lines = list.split('\n').map((line) => /^([0-9a-f]{64}) {2}([^/]+)\/(.+)$/.exec(line));
    this.versions = new Map(
      lines.flatMap((line) => (line?.[3] === file ? [[`0x${line[1] ?? ''}`, line[2] ?? ''] as const] : [])),
    );
  }

  codeOf(id: Hex): Code {
    const version = this.versions.get(id);
    if (version !== undefined) return { kind: 'release', version };
    return { kind: id === this.own ? 'development' : 'unknown' };
  }

  /** The code that the page deploys. */
  get deployed(): Code {
    return this.codeOf(this.own);
  }
}

/** The id of the program that a code and a salt make, whoever creates it. */
export function programOf(code: Hex, salt: Uint8Array): ActorId {
  return blake2AsHex(u8aConcat(stringToU8a('program_from_user'), hexToU8a(code), salt));
}

/** How long the page's host may take to give a program's code, ms. */
const PATIENCE = 30_000;

/** Loads a program's code. */
export function fetchProgram(url: string): Promise<Uint8Array> {
  const load = async (): Promise<Uint8Array> => {
    const response = await fetch(url);
    const code = new Uint8Array(await response.arrayBuffer());
    // Some hosts give a page of theirs in place of what is not there.
    const isProgram = response.ok && new TextDecoder().decode(code.slice(0, 4)) === '\0asm';
    if (!isProgram) throw new Error(`the program is not at this page’s host (${response.status})`);
    return code;
  };
  return within(PATIENCE, { kind: 'page', text: 'this page’s host does not answer' }, load());
}
