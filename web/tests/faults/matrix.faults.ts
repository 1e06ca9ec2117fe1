import { writeFileSync } from 'node:fs';
import { afterAll, expect, it, vi } from 'vitest';
import { nameOf, type Cell } from './cell';
import { node } from './world';
import { Ground, Recorded, type Duel } from './duel';

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual);

/** Whether `FAULT` has a part of this game's name, or is not there. Commas separate such parts. */
function isWanted(name: string): boolean {
  const parts = process.env['FAULT'];
  return parts === undefined || parts.split(',').some((part) => name.includes(part));
}

let ground: Ground | undefined;
afterAll(async () => {
  ground?.close();
  (await node()).stop();
});

/** Plays these games at once, some of them at a time, and looks then at what each has cost. */
async function playAll(on: Ground, recorded: Duel, all: readonly (readonly Cell[])[]): Promise<Duel[]> {
  const left = [...all];
  const duels: Duel[] = [];
  const since = Date.now();
  const player = async (): Promise<void> => {
    for (let cells = left.shift(); cells; cells = left.shift()) {
      const duel = await on.play(cells);
      duels.push(duel);
      if (duel.wrong.length > 0) console.log(`${duel.name}: ${duel.wrong.join('; ')}`);
      if (duels.length % 25 === 0) console.log(`${duels.length} of ${all.length} games`);
    }
  };
  await Promise.all(Array.from({ length: setting('FAULT_THREADS', 60) }, player));
  await on.settle();
  const usual = await on.audit(recorded, null);
  expect(recorded.wrong, 'without a fault').toEqual([]);
  for (const duel of duels) await on.audit(duel, usual);
  console.log(`${duels.length} games in ${Math.round((Date.now() - since) / 1000)} s of the page's time`);
  return duels;
}

function assertRight(duels: readonly Duel[]): void {
  const wrong = duels.filter((duel) => duel.wrong.length > 0);
  const missing = duels.filter((duel) => duel.missing.length > 0);
  for (const { name, wrong: what, troubles } of wrong)
    console.log([`\n${name}`, ...what, ...troubles.slice(-8).map((one) => `  ${one}`)].join('\n  '));
  console.log(
    `${duels.length} games: ${duels.length - wrong.length} right; in ${missing.length} the fault did not come`,
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
}

vi.setConfig({ testTimeout: 3_600_000 });

it('each request may fail somehow at some step', async () => {
  const isWhole = process.env['FAULTS'] === 'all';
  ground = await Ground.of(isWhole ? 450 : 64);
  const recorded = await ground.play([]);
  expect(recorded.wrong, 'without a fault').toEqual([]);
  const rows = new Recorded(recorded.asked);
  // Along a row the faults differ, and along the rows the steps.
  const sample = rows.methods.flatMap((method, at) => {
    const row = rows.rowOf(method);
    return row[(at * 7) % row.length] ?? [];
  });
  const file = process.env['FAULT_CELLS'];
  if (file) writeFileSync(file, JSON.stringify(sample));
  const cells = (isWhole ? rows.methods.flatMap((method) => rows.rowOf(method)) : sample).filter((cell) =>
    isWanted(nameOf(cell)),
  );
  console.log(`${rows.methods.length} requests, ${cells.length} cells`);
  const duels = await playAll(
    ground,
    recorded,
    cells.map((cell) => [cell]),
  );
  rows.print(duels);
  assertRight(duels);
});
