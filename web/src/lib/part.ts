import { inTime } from './inTime';
import { growing } from './pause';

/** A part of the page could not be loaded: the connection is bad, or the page was updated meanwhile. */
export class PartMissing extends Error {}

/** How many times a part is asked for, and how long each may take, ms: a host may be gone, and say nothing. */
const [TRIES, PATIENCE] = [3, 20_000];

/** Loads a part of the page that is a file of its own. */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await inTime(PATIENCE, load(), () => {
        throw new Error('no answer');
      });
    } catch (error) {
      if (tries + 1 === TRIES) throw new PartMissing(error instanceof Error ? error.message : String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, growing(tries)));
  }
}
