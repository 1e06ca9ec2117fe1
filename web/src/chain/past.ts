import type { GearApi } from '@gear-js/api';
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
  api: GearApi,
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
        const runtime = isCurrent ? api.registry : await runtimeOf(api, hash);
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
async function keptOf(api: GearApi, run: readonly number[]): Promise<{ count: number; isCurrent: boolean }> {
  let [kept, gone, isCurrent] = [0, run.length, false];
  // The last first: most often it is there, and so are the others.
  for (let at = run.length - 1; kept < gone; at = Math.floor((kept + gone) / 2)) {
    const version = await versionAt(api, run[at] ?? 0);
    if (version === null) gone = at;
    else [kept, isCurrent] = [at + 1, version === api.runtimeVersion.specVersion.toNumber()];
  }
  return { count: kept, isCurrent };
}

/**
 * The version of the types that a block is read with, which are those of the state that it
 * was made in; none where the node has thrown that away. Asked past the library, which
 * writes refusals to the console.
 */
async function versionAt(api: GearApi, number: number): Promise<number | null> {
  const [parent] = await hashesOf(api, [number - 1]);
  try {
    return (await api.provider.send<{ specVersion: number }>('state_getRuntimeVersion', [parent])).specVersion;
  } catch (error) {
    if (isDiscarded(error)) return null;
    throw error;
  }
}
