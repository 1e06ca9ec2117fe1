import type { GearApi } from '@gear-js/api';
import { factsOf, readBlock, runtimeOf, type BlockFacts } from './blocks';
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
    const count = await keptOf(api, run);
    const kept = run.slice(0, count);
    const facts = await Promise.all(
      kept.map(async (number) => {
        const hash = (await api.rpc.chain.getBlockHash(number)).toHex();
        return factsOf(api, await readBlock(api, { hash, number }, await runtimeOf(api, hash)), program);
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

/** How many of a run, whose numbers go down, the node has yet. */
async function keptOf(api: GearApi, run: readonly number[]): Promise<number> {
  let [kept, gone] = [0, run.length];
  // The last first: most often it is there, and so are the others.
  for (let at = run.length - 1; kept < gone; at = Math.floor((kept + gone) / 2)) {
    if (await canRead(api, run[at] ?? 0)) kept = at + 1;
    else gone = at;
  }
  return kept;
}

/**
 * Whether the node has what a block is read with: the types are those of the state that
 * it was made in. Asked past the library, which writes refusals to the console.
 */
async function canRead(api: GearApi, number: number): Promise<boolean> {
  const parent = (await api.rpc.chain.getBlockHash(number - 1)).toHex();
  try {
    await api.provider.send('state_getRuntimeVersion', [parent]);
    return true;
  } catch (error) {
    if (isDiscarded(error)) return false;
    throw error;
  }
}
