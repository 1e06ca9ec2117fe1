import type { GearApi } from '@gear-js/api';
import { factsOf, readBlock, runtimeOf, type BlockFacts } from './blocks';
import type { ActorId } from './hex';
import { runsOf } from './spans';

/** Blocks that are asked for at once. */
const WIDTH = 10;

/**
 * What happened about a program in blocks of the past, whose numbers run down; a
 * part without gaps at a time, each in the chain's order.
 */
export async function* pastOf(
  api: GearApi,
  program: ActorId,
  numbers: readonly number[],
): AsyncGenerator<BlockFacts[], void> {
  for (const run of runsOf(numbers, WIDTH)) {
    const facts = await Promise.all(
      run.map(async (number) => {
        const hash = (await api.rpc.chain.getBlockHash(number)).toHex();
        return factsOf(api, await readBlock(api, { hash, number }, await runtimeOf(api, hash)), program);
      }),
    );
    yield facts.reverse();
  }
}
