import type { Link } from '../chain/connection';
import { failureOf, type Failure } from '../chain/failure';
import type { ActorId } from '../lib/hex';
import type { Step } from '../chain/submit';
import type { Account } from '../chain/wallet';
import { NotOpened } from '../club/open';
import type { LobbySession } from '../club/session';
import { Store } from '../lib/store';
import type { GameError } from '../rpsls/messages';
import { arriving } from '../table/seats';
import { Press, type News, type Offer } from './Press';
import { seek } from './seek';

/** Why a press led nowhere. */
export type Nowhere =
  | { kind: 'failed'; failure: Failure }
  | { kind: 'refused'; error: GameError }
  | { kind: 'notOpened'; error: NotOpened }
  | { kind: 'noSeat' | 'unreadable' };

export interface PlayNowState {
  /** The progress; `checking` while it looks for a seat. */
  step: Step | null;
  trouble: Nowhere | null;
  /** Whether the last press has opened a table all the same. */
  isOpened: boolean;
}

const IDLE: PlayNowState = { step: null, trouble: null, isOpened: false };

/** *Play now*: seats an account with a stranger, one press at a time. */
export class PlayNow {
  readonly state = new Store<PlayNowState>(IDLE);
  private press: Press | null = null;

  constructor(private readonly session: LobbySession) {}

  /** Gives up, unless a message is under way. */
  readonly giveUp = (): void => {
    this.press?.own.abort();
    this.press = null;
    this.show({ step: null });
  };

  /**
   * Looks for a seat, and takes it. Resolves to its table, or to null if it led nowhere or the player has given up.
   *
   * @param club the club that opens a table if none fits
   */
  async start(
    link: Link,
    account: Account | null,
    club: ActorId | null,
    offer: Offer,
    onNews: (news: News, isOver: boolean) => void,
  ): Promise<ActorId | null> {
    if (this.press) return null;
    if (link.status !== 'online' || !account) {
      this.show({ trouble: { kind: 'failed', failure: { kind: 'lost' } }, isOpened: false });
      return null;
    }
    const press: Press = new Press(link, account, this.session, club, offer, {
      onStep: (step) => {
        if (!press.isOver) this.show({ step });
      },
      onNews: (news) => onNews(news, press.isOver),
      onTrouble: (trouble) => this.tell(press, trouble),
    });
    this.press = press;
    this.state.set({ ...IDLE, step: 'checking' });
    try {
      const led = await seek(account.id, offer.mostBet, press, offer);
      if (led === 'noSeat' || led === 'unreadable') this.tell(press, { kind: led });
      return typeof led === 'object' && !press.isOver ? led.table : null;
    } catch (error) {
      console.warn('There is no seat:', error);
      const isUnopened = error instanceof NotOpened;
      this.tell(press, isUnopened ? { kind: 'notOpened', error } : { kind: 'failed', failure: failureOf(error) });
      return null;
    } finally {
      // Work that goes on over a lost connection shows nothing, and sends nothing more.
      press.own.abort();
      if (this.press === press) {
        this.press = null;
        this.show({ step: null });
      }
      arriving.set(null);
    }
  }

  /** Tells of a table that was paid for even if the player gave up on the seat. */
  private tell({ isOpened, isOver }: Press, trouble: Nowhere): void {
    if (isOpened || !isOver) this.show({ trouble, isOpened });
  }

  private show(change: Partial<PlayNowState>): void {
    this.state.update((state) => ({ ...state, ...change }));
  }
}
