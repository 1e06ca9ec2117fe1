import type { Api } from './api';
import { factsOf, hashesOf, readBlock, runtimeOf, type BlockFacts } from './blocks';
import { isDiscarded } from './failure';
import type { ActorId } from './hex';
import { runsOf } from './spans';

/** Blocks that are asked for at once. */
const WIDTH = 10;

/**
 * What happened about a program in blocks of the past, whose numbers run down; a
 * part without gaps at a time, each in the chain's order. It ends where the node
 * has thrown the past away.
 *
 * @param onHorizon is told the first block that the node has, if it ends there
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

/** How many of a run, whose numbers go down, the node has yet, and whether the present runtime made them all. */
async function keptOf(api: Api, run: readonly number[]): Promise<{ count: number; isCurrent: boolean }> {
  let [kept, gone, isCurrent] = [0, run.length, false];
  // The last first: most often it is there, and so are the others.
  for (let at = run.length - 1; kept < gone; at = Math.floor((kept + gone) / 2)) {
    const name = await madeBy(api, run[at] ?? 0);
    if (name === null) gone = at;
    else [kept, isCurrent] = [at + 1, name === api.runtimeName];
  }
  return { count: kept, isCurrent };
}

/**
 * What names the runtime that made a block, which is that of the state that it was made in; none
 * where the node has thrown that away.
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
