import { rpslsProgram } from '../../src/rpsls/artifacts';
import { keyOfSeed } from '../../src/chain/keys';
import type { ActorId, Hex } from '../../src/lib/hex';
import type { Account } from '../../src/chain/wallet';
import { playedGames } from '../../src/table/games';
import { Blocks } from './blocks';
import { FAULTS, canBeBehind, nameOf, STEPS, Trial, type Cell, type Step } from './cell';
import { AT_LATEST, LONGEST, OPEN, RETRY, STAGE, WAITS } from './course';
import { Proxy } from './proxy';
import { BET, Direct, Rival, VARA, WEALTH } from './rival';
import { installWallet, Visit } from './visit';
import { node, PAGE_BLOCK, passBlock } from './world';

/** By how much what a game takes may differ: one may arm an alarm more. A message more takes ten times as much. */
const ABOUT = (3n * VARA) / 100n;

/** A duel that is over for the page. */
export interface Duel {
  name: string;
  player: ActorId;
  purse: ActorId | null;
  program: ActorId;
  wrong: string[];
  /** The faults that did not come. */
  missing: string[];
  asked: Set<string>;
  /** The blocks from the rival's seat until the move was shown. */
  shownAfter: number | null;
  troubles: string[];
}

/** A node, and accounts for so many duels. */
export class Ground {
  private next = 0;

  private constructor(
    private readonly url: string,
    readonly direct: Direct,
    readonly blocks: Blocks,
    private readonly players: readonly Account[],
    private readonly rivals: readonly Hex[],
  ) {}

  static async of(duels: number): Promise<Ground> {
    const { url } = await node();
    const blocks = await Blocks.of(url, PAGE_BLOCK);
    void blocks.drive(passBlock);
    await blocks.reach(1);
    const direct = await Direct.to(url);
    const seed = (kind: number, index: number): Hex =>
      `0x${kind.toString(16).padStart(2, '0')}${index.toString(16).padStart(62, '0')}`;
    const all = Array.from({ length: duels }, (_, index) => index);
    const [mine, rivals] = [all.map((index) => seed(1, index)), all.map((index) => seed(2, index))];
    await direct.prepare(
      await rpslsProgram(),
      [...mine, ...rivals].map((one) => keyOfSeed(one).id),
    );
    const players = await installWallet(mine, 137);
    return new Ground(url, direct, blocks, players, rivals);
  }

  close(): void {
    this.blocks.close();
  }

  /** Lets the alarms of all duels run: what was held for them comes back. */
  async settle(): Promise<void> {
    await this.blocks.make(STAGE + 30);
    await this.blocks.pass(2);
  }

  async play(cells: readonly Cell[]): Promise<Duel> {
    const index = this.next;
    this.next += 1;
    const [account, seed] = [this.players[index], this.rivals[index]];
    if (!account || !seed) throw new Error('there are more duels than accounts');
    const { blocks } = this;
    const rival = new Rival(this.direct, seed, index);
    const trial = new Trial(blocks, cells);
    const proxy = await Proxy.before(this.url, trial);
    await rival.openTable();
    await blocks.pass(OPEN);
    const visit = new Visit(proxy.url, rival.program, account);
    const duel: Duel = {
      name: cells.map(nameOf).join('+') || 'no fault',
      player: account.id,
      purse: null,
      program: rival.program,
      wrong: [],
      missing: [],
      asked: trial.asked,
      shownAfter: null,
      troubles: visit.troubles,
    };
    try {
      await this.follow(duel, visit, rival, trial);
    } catch (error) {
      duel.wrong.push(String(error));
    }
    duel.purse = visit.purse;
    duel.missing = trial.missing;
    duel.wrong.push(...[...visit.untrue].map((what) => `it said that ${what}`));
    visit.close();
    proxy.close();
    return duel;
  }

  private async follow(duel: Duel, visit: Visit, rival: Rival, trial: Trial): Promise<void> {
    const { blocks } = this;
    const begin = blocks.best;
    const until = async (holds: () => boolean, what: string, last = begin + LONGEST): Promise<void> => {
      while (!holds()) {
        if (blocks.best > last) throw new Error(`${what} does not come; ${visit.troubles.slice(-4).join('; ')}`);
        await blocks.pass(1);
      }
    };
    // A fault may be one of a connection that is renewed.
    await until(() => visit.isOffered, 'an offer');
    trial.step = 'Seat';
    const seated = async (): Promise<void> => {
      const hasSeat = (): boolean => visit.hasSeat;
      while (!hasSeat() && blocks.best < begin + LONGEST) {
        await until(() => visit.isOffered || hasSeat(), 'a button');
        if (hasSeat()) return;
        await visit.press();
        if (!hasSeat()) await blocks.pass(RETRY);
      }
    };
    await Promise.race([seated(), until(() => visit.hasSeat, 'a seat')]);
    trial.step = 'Waiting';
    const since = blocks.best;
    const isMet = (): boolean => trial.waitsAt('Seat') || !trial.waitsAt('Waiting');
    await until(() => blocks.best > since && isMet(), 'a fault', since + WAITS).catch(() => undefined);
    await rival.join();
    trial.step = 'Reveal';
    const comes = blocks.best;
    let isRivalDone = false;
    const rivalShows = async (): Promise<void> => {
      await until(() => visit.hasShown, 'a reveal', comes + AT_LATEST - WAITS).catch(() => undefined);
      await blocks.pass(WAITS);
      isRivalDone = true;
      await rival.reveal();
    };
    const rivals = rivalShows();
    await until(() => visit.hasShown, 'a reveal', comes + STAGE / 2).catch(async (error: unknown) => {
      // A block may have it, and the page not know of that.
      const [own, keys] = await this.sentBy(duel.player, visit.purse);
      if (own + keys < 2) duel.wrong.push(`by half of the stage: ${String(error)}`);
    });
    duel.shownAfter = blocks.best - comes;
    trial.step = 'Result';
    await rivals;
    await until(() => isRivalDone && visit.hasWon && visit.isDone, 'an end', comes + LONGEST / 2);
  }

  /** How many messages of a player and of the player's purse are in blocks. */
  private async sentBy(player: ActorId, purse: ActorId | null): Promise<[own: number, keys: number]> {
    return [await this.direct.nonce(player), purse ? await this.direct.nonce(purse) : 0];
  }

  /** Compares what the page has done with the chain. Returns what the game took from the player, but for what is left in the purse. */
  async audit(duel: Duel, usual: bigint | null): Promise<bigint> {
    const { direct } = this;
    const { player, purse, program, wrong } = duel;
    const [own, keys] = await this.sentBy(player, purse);
    if (own !== 1 || keys !== 1) wrong.push(`the player sent ${own}, and the purse ${keys} messages`);
    const left = purse ? await direct.has(purse) : 0n;
    const taken = WEALTH + BET - (await direct.has(player)) - left;
    if (taken >= BET) wrong.push(`the pot is not won, and the game took ${taken}`);
    else if (usual !== null && taken > usual + ABOUT) wrong.push(`the game took ${taken} and not ${usual}`);
    const games = (await (await playedGames()).all()).games.filter((game) => game.program === program);
    const [game, ...others] = games;
    const isSo = game?.outcome === 'won' && game.account === player && game.paid === String(2n * BET);
    if (!isSo || others.length > 0) wrong.push(`the record says ${JSON.stringify(games)}`);
    return taken;
  }
}

/** The requests of an undisturbed game: a new one is a new row. */
export class Recorded {
  constructor(private readonly asked: ReadonlySet<string>) {}

  get methods(): string[] {
    return [...new Set([...this.asked].map((one) => one.split('/')[1] ?? ''))].sort();
  }

  cell(method: string, fault: Cell['fault'], step: Step): Cell | null {
    const hasMeaning = fault !== 'Behind' || canBeBehind(method);
    return this.asked.has(`${step}/${method}`) && hasMeaning ? { method, fault, step } : null;
  }

  rowOf(method: string): Cell[] {
    return FAULTS.flatMap((fault) => STEPS.flatMap((step) => this.cell(method, fault, step) ?? []));
  }

  /** `.` is right, `X` wrong, and `-` that the fault did not come. */
  print(duels: readonly Duel[]): void {
    const byName = new Map(duels.map((duel) => [duel.name, duel]));
    const width = Math.max(...this.methods.map((method) => method.length));
    console.log('each fault at the steps offer, seat, waiting, reveal, result');
    console.log(`${' '.repeat(width)}  ${FAULTS.map((fault) => fault.padEnd(6)).join('  ')}`);
    for (const method of this.methods) {
      const row = FAULTS.map((fault) => {
        const marks = STEPS.map((step) => {
          const cell = this.cell(method, fault, step);
          const duel = cell && byName.get(nameOf(cell));
          if (!duel) return ' ';
          return duel.wrong.length > 0 ? 'X' : duel.missing.length > 0 ? '-' : '.';
        });
        return marks.join('').padEnd(6);
      });
      console.log(`${method.padEnd(width)}  ${row.join('  ').trimEnd()}`);
    }
  }
}
