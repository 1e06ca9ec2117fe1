import { errorOf } from '../chain/failure';
import { rpslsProgram } from '../rpsls/artifacts';
import { needed, programs } from '../lib/browser';
import { aside } from '../lib/aside';
import { BLOCK_TIME } from '../chain/clock';
import type { ActorId } from '../lib/hex';
import { blake2AsHex, stringToU8a } from '../lib/bytes';
import { Store } from '../lib/store';
import { MAX_TIMEOUT, type GameConfig } from '../rpsls/config';
import type { History } from '../rpsls/history';
import type { GameError } from '../rpsls/messages';
import { USUAL } from '../rpsls/rules';
import { statusOf, type GameState } from '../rpsls/state';
import { botAct } from './bot';
import { PracticeSeat } from './seat';
import { PracticeTable, type Answer } from './table';

const UNIT = 10n ** 12n;
const BET = 10n * UNIT;

/** The chips that everybody begins with. */
export const CHIPS = 1_000n * UNIT;

/** The bots wait for the person to sit down, and the person has time to read what a stage is about, in ms. */
const TIMEOUTS = { entryTimeout: MAX_TIMEOUT, moveTimeout: 600_000, revealTimeout: 600_000 };

/** The pause between two reveals of bots, ms, so that each is seen. */
const PACE = 500;

const [PROGRAM, OWNER] = [idOf('table'), idOf('owner')];
export const ME = idOf('me');
export const BOTS: readonly ActorId[] = ['1', '2', '3'].map(idOf);
/** The possible numbers of bots: with these everybody has an opponent in each round. */
export const BOT_COUNTS = [1, 3] as const;

function idOf(name: string): ActorId {
  return blake2AsHex(stringToU8a(`rpsls/practice/${name}`));
}

export interface PracticeView {
  state: GameState;
  history: History;
  /** The person's chips. */
  chips: bigint;
  /** The opening of the person's commitment. */
  opening: string | null;
  /** Why the table refused the person's last action. */
  refusal: GameError | null;
}

/** A person's games against bots, for as long as the screen is shown. */
export class PracticeGame {
  readonly view = new Store<PracticeView | null>(null);
  /** The error that stops the game, if any. */
  readonly failure = new Store<Error | null>(null);
  private table: PracticeTable | undefined;
  private me: PracticeSeat | undefined;
  private bots: PracticeSeat[] = [];
  private isClosed = false;
  /** The last action on the table: each waits for the one before. */
  private last: Promise<void>;
  private readonly timer: ReturnType<typeof setInterval>;

  /** @param chips the person's chips */
  constructor(bots: number, chips: bigint) {
    this.last = this.begin(bots, chips).catch((error: unknown) => this.fail(error));
    // A deadline may pass while nobody does anything.
    this.timer = setInterval(
      () =>
        aside(
          this.queue(() => Promise.resolve(null)),
          'The practice table',
        ),
      BLOCK_TIME,
    );
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.timer);
  }

  /** Takes a seat with a first move, or makes the round's move. */
  play(opening: string): Promise<void> {
    return this.queue((state, me) => {
      const status = statusOf(state, ME);
      if (status === 'toMove') return me.commit(opening);
      // The second of two clicks finds it done.
      return status === 'notRegistered' ? me.join(state, opening) : Promise.resolve(null);
    });
  }

  reveal(): Promise<void> {
    return this.queue((state, me) => {
      const opening = me.opening(state);
      return opening === null || statusOf(state, ME) !== 'toReveal' ? Promise.resolve(null) : me.reveal(opening);
    });
  }

  private async begin(bots: number, chips: bigint): Promise<void> {
    const config: GameConfig = { betSize: BET, seats: bots + 1, ...TIMEOUTS };
    const deployment = { program: PROGRAM, owner: OWNER, config, rules: USUAL, now: Date.now };
    const table = await PracticeTable.deploy({ ...deployment, module: await practiceProgram() });
    const me = new PracticeSeat(table, ME);
    table.chain.fund(ME, chips);
    this.bots = BOTS.slice(0, bots).map((id) => new PracticeSeat(table, id));
    [this.table, this.me] = [table, me];
    await this.botsTurn(table);
  }

  private queue(act: (state: GameState, me: PracticeSeat) => Promise<Answer | null>): Promise<void> {
    this.last = this.last
      .then(async () => {
        const { table, me } = this;
        if (!table || !me || this.isClosed) return;
        await table.chain.wake();
        const answer = await act(await table.state(), me);
        await this.show(table, answer);
        await this.botsTurn(table);
      })
      .catch((error: unknown) => this.fail(error));
    return this.last;
  }

  /** The bots commit before the person does, and reveal after. */
  private async botsTurn(table: PracticeTable): Promise<void> {
    for (;;) {
      const state = await this.show(table, null);
      if (this.isClosed || statusOf(state, ME) === 'toReveal') return;
      const act = this.bots.map((bot) => botAct(bot, state)).find((due) => due !== null);
      if (!act) return;
      if (state.stage === 'reveal') await new Promise((resolve) => setTimeout(resolve, PACE));
      await act();
    }
  }

  private async show(table: PracticeTable, answer: Answer | null): Promise<GameState> {
    const { chain, history } = table;
    // Refills everybody, so that nobody stops for lack of chips.
    for (const id of [ME, ...BOTS]) if (chain.balanceOf(id) < BET) chain.fund(id, CHIPS);
    const state = await table.state();
    const refusal = answer && 'error' in answer ? answer.error : null;
    this.view.update((shown) => ({
      state,
      history,
      chips: chain.balanceOf(ME),
      opening: this.me?.opening(state) ?? null,
      // The refusal stays until the person does something else.
      refusal: answer ? refusal : (shown?.refusal ?? null),
    }));
    return state;
  }

  private fail(error: unknown): void {
    console.error('The practice table is broken:', error);
    this.failure.set(errorOf(error));
  }
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The program that a deployment would upload. */
async function practiceProgram(): Promise<WebAssembly.Module> {
  try {
    return await (compiled ??= rpslsProgram().then((code) => needed(programs()).compile(code.slice())));
  } catch (error) {
    // Makes the next table ask for it again.
    compiled = undefined;
    throw error;
  }
}
