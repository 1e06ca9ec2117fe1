// A processor of Subsquid's, as its manual has it, by a node's RPC alone: tells each
// message that a program has sent to accounts, a line of JSON each.
//
// node support/indexer.js URL PROGRAM FIRST-BLOCK LAST-BLOCK

import subsquid from '@subsquid/substrate-processor';

const [url, program, from, to] = process.argv.slice(2);

const processor = new subsquid.SubstrateBatchProcessor()
  .setRpcEndpoint(url)
  .setBlockRange({ from: Number(from), to: Number(to) })
  .addGearUserMessageSent({ programId: [program] })
  .setFields({ event: { args: true }, block: { timestamp: true } });

/** It keeps nothing: what it finds is told. */
const nowhere = {
  connect: async () => ({ height: -1, hash: '0x' }),
  transact: async (_, store) => store(),
};

processor.run(nowhere, async ({ blocks }) => {
  for (const { header, events } of blocks) {
    for (const { name, args } of events) {
      console.log(JSON.stringify({ height: header.height, time: header.timestamp, name, ...args }));
    }
  }
});
