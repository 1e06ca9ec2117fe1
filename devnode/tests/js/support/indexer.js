// A Subsquid processor, as in its manual, that uses a node's RPC alone. It prints each message that
// a program sent to users, as a line of JSON.
//
// node support/indexer.js URL PROGRAM FIRST-BLOCK LAST-BLOCK

import subsquid from '@subsquid/substrate-processor';

const [url, program, from, to] = process.argv.slice(2);

const processor = new subsquid.SubstrateBatchProcessor()
  .setRpcEndpoint(url)
  .setBlockRange({ from: Number(from), to: Number(to) })
  .addGearUserMessageSent({ programId: [program] })
  .setFields({ event: { args: true }, block: { timestamp: true } });

/** A database that keeps nothing, since this only prints. */
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
