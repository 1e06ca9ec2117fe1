import type { ActorId, Hex } from '../lib/hex';
import { boundCommitmentOf } from '../rpsls/opening';
import type { GameState } from '../rpsls/state';
import type { Answer, PracticeTable } from './table';

/** A player at a practice table. It keeps the openings of its commitments. */
export class PracticeSeat {
  /** Openings by commitment. */
  private readonly openings = new Map<Hex, string>();

  constructor(
    private readonly table: PracticeTable,
    readonly id: ActorId,
  ) {}

  join({ gamesFinished: game, config }: GameState, opening: string): Promise<Answer> {
    const entry = { game, commitment: this.keep(opening), delegate: null };
    return this.table.act(this.id, { Join: entry }, config.betSize);
  }

  commit(opening: string): Promise<Answer> {
    return this.table.act(this.id, { Commit: this.keep(opening) });
  }

  reveal(opening: string): Promise<Answer> {
    return this.table.act(this.id, { RevealFor: { player: this.id, opening, next: null } });
  }

  /** The opening of this round's commitment. */
  opening({ commitments }: GameState): string | null {
    const commitment = commitments.get(this.id);
    return (commitment && this.openings.get(commitment)) ?? null;
  }

  private keep(opening: string): Hex {
    const commitment = boundCommitmentOf(this.table.program, this.id, opening);
    this.openings.set(commitment, opening);
    return commitment;
  }
}
