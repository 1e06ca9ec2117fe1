import type { Api } from './api';
import { factsOf, hashesOf, readBlock, runtimeOf, type BlockFacts } from './blocks';
import { isDiscarded } from './failure';
import type { ActorId } from '../lib/hex';
import { runsOf } from './spans';

/** How many blocks are asked for at once. */
const WIDTH = 10;

/**
 * What happened to a program in past blocks, whose numbers run down. Yields one part without gaps
 * at a time, each in the chain's order. Ends where the node has thrown the past away.
 *
 * @param onHorizon hears the first block that the node still has, if the past ends there
 */
export async function* pastOf(
  api: Api,
  program: ActorId,
  numbers: readonly number[],
  onHorizon: (number: number) => void,
): AsyncGenerator<BlockFacts[], void> {
  for (const run of runsOf(numbers, WIDTH)) {
    const { count, isCurrent } = await keptOf(api, run);
    const kept = run.slice(0, count);
    const hashes = await hashesOf(api, kept);
    const facts = await Promise.all(
      kept.map(async (number, index) => {
        const hash = hashes[index] ?? '0x';
        const runtime = isCurrent ? api.runtime : await runtimeOf(api, hash);
        return factsOf(api, await readBlock(api, { hash, number }, runtime), program);
      }),
    );
    if (facts.length > 0) yield facts.reverse();
    const gone = run[count];
    if (gone !== undefined) {
      onHorizon(gone + 1);
      return;
    }
  }
}

/** How many blocks of a run the node still has, and whether the present runtime made them all. The numbers go down. */
async function keptOf(api: Api, run: readonly number[]): Promise<{ count: number; isCurrent: boolean }> {
  let [kept, gone, isCurrent] = [0, run.length, false];
  // Tries the last one first: it is usually there, and then so are the others.
  for (let at = run.length - 1; kept < gone; at = Math.floor((kept + gone) / 2)) {
    const name = await madeBy(api, run[at] ?? 0);
    if (name === null) gone = at;
    else [kept, isCurrent] = [at + 1, name === api.runtimeName];
  }
  return { count: kept, isCurrent };
}

/**
 * The name of the runtime that made a block, read from the parent's state. Null if the node has
 * thrown that state away.
 */
async function madeBy(api: Api, number: number): Promise<string | null> {
  const [parent = '0x'] = await hashesOf(api, [number - 1]);
  try {
    return await api.runtimeNameAfter(parent);
  } catch (error) {
    if (isDiscarded(error)) return null;
    throw error;
  }
}
