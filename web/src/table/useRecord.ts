import { useEffect, useEffectEvent, useState } from 'preact/compat';
import type { History } from '../rpsls/history';
import { playedGameOf, type PlayedGame } from '../rpsls/playedGame';
import type { Seat } from '../rpsls/secrets';
import type { GameState } from '../rpsls/state';
import { titleOf } from '../lib/preferences';
import { symbol } from '../lib/symbol';
import { useChain } from '../way/chain';
import { playedGames } from './games';
import { takenSeat } from './seats';

/** A seat's game that was seen to end, until that is final. The player may have taken another seat by then. */
export class Ended {
  private played: PlayedGame | null = null;

  note(seat: Seat, node: string, state: GameState, history: History): void {
    // The block in which it ended may be undone.
    if (this.played && !this.isOver(state)) this.played = null;
    const taken = takenSeat(seat);
    const place = { node, title: titleOf(seat.program), symbol: symbol.get() };
    this.played = (taken && playedGameOf(taken, state, history, place)) ?? this.played;
  }

  isOver({ gamesFinished }: GameState): boolean {
    return this.played !== null && gamesFinished > this.played.game;
  }

  /**
   * Stores it, once `final` says that the game is over. False if the browser does not keep it: then nothing of the
   * game may be deleted yet.
   */
  async keep(final: GameState): Promise<boolean> {
    const { played } = this;
    if (!played || !this.isOver(final)) return true;
    try {
      await (await playedGames()).keep([played]);
    } catch (error) {
      console.warn('The game is not in the record yet:', error);
      return false;
    }
    if (this.played === played) this.played = null;
    return true;
  }
}

/** Notes how the seat's game ended, as far as it was seen. */
export function useRecord(seat: Seat, state: GameState | null, history: History | undefined, isOwn: boolean): Ended {
  const { connection } = useChain();
  const [ended] = useState(() => new Ended());
  const note = useEffectEvent((state: GameState, history: History) => {
    if (isOwn) ended.note(seat, connection.url, state, history);
  });
  useEffect(() => {
    if (state && history) note(state, history);
  }, [state, history]);
  return ended;
}
