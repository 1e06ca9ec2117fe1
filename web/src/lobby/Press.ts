import type { GasNote } from '../chain/act';
import type { Online } from '../chain/connection';
import type { ActorId } from '../lib/hex';
import { untilTaken, type Step } from '../chain/submit';
import type { Account } from '../chain/wallet';
import { openTable } from '../club/open';
import type { Leaning, Looked } from '../club/seen';
import type { LobbySession } from '../club/session';
import { pause } from '../lib/pause';
import { Runner, type Trouble } from '../way/runner';
import type { GameConfig } from '../rpsls/config';
import type { GameError } from '../rpsls/messages';
import type { Move } from '../rpsls/moves';
import { openingOf, randomPassword } from '../rpsls/opening';
import { USUAL } from '../rpsls/rules';
import type { GameState } from '../rpsls/state';
import { readTable } from '../table/read';
import { arriving, dropSeat } from '../table/seats';
import { seatTask } from '../table/seatTask';
import { TABLE } from '../table/target';
import type { Sat, Ways } from './seek';

/** Refusals that mean that somebody else was quicker, or that the terms have changed. */
const TAKEN: readonly GameError['kind'][] = ['lobbyFull', 'gameUnderWay', 'otherGame', 'betTooSmall', 'sharesDue'];

function satBy({ kind, ...trouble }: Trouble<GameError>): Sat {
  if (kind !== 'refused' || !('error' in trouble)) return 'stopped';
  if (trouble.error.kind === 'alreadyRegistered') return 'seated';
  return TAKEN.includes(trouble.error.kind) ? 'taken' : 'stopped';
}

/** What the page promised before the press. The press pays for nothing else. */
export interface Offer extends Leaning {
  /** The most that a seat may cost. */
  mostBet: bigint;
  /** The first move, which goes along with the seat. Null if it is to be chosen there. */
  move: Move | null;
  /** The table to open if no other fits. Null if none may be opened. */
  opens: GameConfig | null;
}

/** What the player hears of while it goes on, wherever they are by then. */
export type News =
  | { kind: 'gas'; note: GasNote }
  /** Somebody else was quicker. */
  | { kind: 'taken' }
  /** The account has a seat, though the player has gone elsewhere. */
  | { kind: 'seated'; table: ActorId };

/** Whoever listens to a press. */
export interface Listener {
  onStep: (step: Step) => void;
  onNews: (news: News) => void;
  onTrouble: (trouble: Trouble<GameError>) => void;
}

/** One press on *play now*: the means by which it acts. It is over once it is aborted. */
export class Press implements Ways {
  readonly own = new AbortController();
  /** Whether a table was opened, and so paid for. */
  isOpened = false;
  readonly lost: AbortSignal;
  readonly open: (() => Promise<ActorId | null>) | null;

  constructor(
    private readonly link: Online,
    private readonly account: Account,
    private readonly session: LobbySession,
    club: ActorId | null,
    private readonly offer: Offer,
    private readonly listener: Listener,
  ) {
    this.lost = link.lost;
    const { opens } = offer;
    this.open = opens && club ? () => this.openAt(club, opens) : null;
  }

  get isOver(): boolean {
    return this.own.signal.aborted;
  }

  readonly look = async (): Promise<Looked | null> => {
    this.listener.onStep('checking');
    const looked = await this.session.look();
    return this.isOver ? null : looked;
  };

  readonly pause = (): Promise<void> => pause(this.own.signal);

  readonly read = async (table: ActorId): Promise<GameState | null> => {
    const state = await readTable(this.link, table);
    return this.isOver ? null : state;
  };

  readonly untilTaken = (): Promise<void> => untilTaken(this.link, this.account.id);

  readonly onTaken = (): void => this.listener.onNews({ kind: 'taken' });

  readonly sit = async (table: ActorId, state: GameState): Promise<Sat> => {
    const { link, account, listener } = this;
    const runner = new Runner(table, TABLE);
    arriving.set(table);
    const unsubscribe = this.follow(runner);
    const { move } = this.offer;
    const seat = { genesis: link.chain.genesis, program: table, account: account.id };
    const opening = move && openingOf(move, randomPassword());
    const outcome = await runner.run(link, account, seatTask(state, opening, seat, account));
    unsubscribe();
    if (outcome === 'done') {
      listener.onNews({ kind: 'seated', table });
      return 'seated';
    }
    const { trouble } = runner.state.get();
    const sat = trouble ? satBy(trouble) : 'stopped';
    if (sat === 'taken' || outcome === 'declined') dropSeat(seat);
    if (sat === 'stopped' && trouble) listener.onTrouble(trouble);
    return sat;
  };

  /** Shows how a seat's action goes on, and drops it if the player gives up. */
  private follow(runner: Runner<GameError>): () => void {
    let told: GasNote | null = null;
    this.own.signal.addEventListener('abort', runner.clear);
    return runner.state.subscribe(() => {
      const { step, gas } = runner.state.get();
      if (step) this.listener.onStep(step);
      if (gas && gas !== told) this.listener.onNews({ kind: 'gas', note: gas });
      told = gas;
    });
  }

  private async openAt(club: ActorId, config: GameConfig): Promise<ActorId | null> {
    if (this.isOver) return null;
    const { onStep, onNews } = this.listener;
    const onGas = (note: GasNote): void => onNews({ kind: 'gas', note });
    const progress = { onStep, onGas, givenUp: this.own.signal };
    const table = await openTable(this.link, club, this.account, { config, rules: USUAL, title: '' }, progress);
    this.isOpened = true;
    return table;
  }
}
