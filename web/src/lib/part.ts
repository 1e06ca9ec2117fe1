/** A part of the page could not be loaded: the connection is bad, or the page was updated meanwhile. */
export class PartMissing extends Error {}

/** Loads a part of the page that is a file of its own. */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new PartMissing(error instanceof Error ? error.message : String(error));
  }
}
