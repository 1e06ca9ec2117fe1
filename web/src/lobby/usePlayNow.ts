import { useCallback, useEffect, useRef, useState } from 'preact/compat';
import type { GasNote } from '../chain/act';
import { failureOf } from '../chain/failure';
import type { ActorId } from '../chain/hex';
import { untilTaken, type Step } from '../chain/submit';
import { NotOpened, openTable } from '../club/open';
import type { Leaning } from '../club/seen';
import type { LobbySession } from '../club/session';
import { USUAL } from '../rpsls/rules';
import { refusalOf, useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { pause } from '../lib/pause';
import { Runner, type Trouble } from '../program/runner';
import type { GameConfig } from '../rpsls/config';
import type { GameError } from '../rpsls/messages';
import type { Move } from '../rpsls/moves';
import { openingOf, randomPassword } from '../rpsls/opening';
import { refusalOf as tableRefusalOf } from '../rpsls/refusal';
import type { GameState } from '../rpsls/state';
import { rememberTable } from '../settings/preferences';
import { readTable } from '../table/read';
import { arriving, dropSeat } from '../table/seats';
import { seatTask } from '../table/seatTask';
import { TABLE } from '../table/target';
import { useToast } from '../ui/toasts';
import { useAccounts } from '../visitor/accounts';
import { useChain } from '../visitor/chain';
import { goTo, hrefOf } from '../visitor/route';
import { playNow, type Sat } from './playNow';

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

export interface PlayingNow {
  /** The progress; `checking` while it looks for a seat. */
  step: Step | null;
  /** Why it came to nothing. */
  trouble: string | null;
  start: (offer: Offer) => Promise<void>;
  /** Gives up, unless a message is under way. */
  giveUp: () => void;
}

/** @param club the club that opens a table if none fits */
export function usePlayNow(session: LobbySession, club: ActorId | null): PlayingNow {
  const { connection, link } = useChain();
  const { account } = useAccounts();
  const { m, f } = useTexts();
  const t = useClubTexts();
  const toast = useToast();
  const [step, setStep] = useState<Step | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const giveUp = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setStep(null);
  }, []);
  // A player who left the lobby must not be taken to a table later.
  useEffect(() => giveUp, [giveUp]);
  const start = async ({ mostBet, move, opens, ...leaning }: Offer): Promise<void> => {
    if (running.current) return;
    if (link.status !== 'online' || !account) {
      setTrouble(m.failures.lost);
      return;
    }
    const own = new AbortController();
    running.current = own;
    const isOver = (): boolean => own.signal.aborted;
    const onStep = (now: Step): void => {
      if (!isOver()) setStep(now);
    };
    const onGas = (note: GasNote): void => toast(f.gasNote(note), { icon: 'clock' });
    let isOpened = false;
    // Tells of a table that was paid for even if the player gave up on the seat.
    const tell = (why: string): void => {
      if (isOpened) setTrouble(m.paragraph(t.play.openedOnly, why));
      else if (!isOver()) setTrouble(why);
    };
    setTrouble(null);
    onStep('checking');
    const read = async (table: ActorId): Promise<GameState | null> => {
      const state = await readTable(link, table);
      return isOver() ? null : state;
    };
    const wayTo = (table: ActorId): string => hrefOf({ name: 'table', program: table }, connection.url);
    const sit = async (table: ActorId, state: GameState): Promise<Sat> => {
      const runner = new Runner(table, TABLE);
      arriving.set(table);
      let told: GasNote | null = null;
      own.signal.addEventListener('abort', runner.clear);
      const unsubscribe = runner.state.subscribe(() => {
        const { step: now, gas } = runner.state.get();
        if (now) onStep(now);
        if (gas && gas !== told) onGas(gas);
        told = gas;
      });
      const seat = { genesis: link.chain.genesis, program: table, account: account.id };
      const opening = move && openingOf(move, randomPassword());
      const outcome = await runner.run(link, account, seatTask(state, opening, seat, account));
      unsubscribe();
      if (outcome === 'done') {
        rememberTable({ node: connection.url, program: table });
        // A player who went elsewhere meanwhile has the seat all the same.
        if (isOver()) toast(m.act.registeredTitle, { link: { href: wayTo(table), text: m.act.toTable } });
        return 'seated';
      }
      const why = runner.state.get().trouble;
      const sat = why ? satBy(why) : 'stopped';
      if (sat === 'taken' || outcome === 'declined') dropSeat(seat);
      if (sat === 'stopped' && why)
        tell(why.kind === 'refused' ? tableRefusalOf(why.error, m, f) : f.failure(why.failure));
      return sat;
    };
    const open = async (config: GameConfig): Promise<ActorId | null> => {
      if (!club || isOver()) return null;
      const progress = { onStep, onGas, givenUp: own.signal };
      const opening = { config, rules: USUAL, title: '' };
      const table = await openTable(link, club, account, opening, progress);
      isOpened = true;
      return table;
    };
    const look = async () => {
      onStep('checking');
      const looked = await session.look();
      return isOver() ? null : looked;
    };
    try {
      const ways = {
        look,
        pause: () => pause(own.signal),
        read,
        sit,
        untilTaken: () => untilTaken(link, account.id),
        open: opens && (() => open(opens)),
        onTaken: () => toast(t.play.taken),
        lost: link.lost,
      };
      const led = await playNow(account.id, mostBet, ways, leaning);
      if (led === 'noSeat' || led === 'unreadable') tell(t.play[led]);
      if (isOver()) return;
      if (typeof led === 'object') goTo({ name: 'table', program: led.table }, connection.url);
    } catch (error) {
      console.warn('There is no seat:', error);
      tell(error instanceof NotOpened ? refusalOf(error, t, m, f) : f.failure(failureOf(error)));
    } finally {
      // Work that goes on over a lost connection shows nothing, and sends nothing more.
      own.abort();
      if (running.current === own) {
        running.current = null;
        setStep(null);
      }
      arriving.set(null);
    }
  };
  return { step, trouble, start, giveUp };
}
