import { useEffect, useEffectEvent, useRef } from 'preact/compat';
import { useTexts } from '../../i18n';
import { isNewlyAway, isUntold, lostAt } from '../../rpsls/seats';
import type { Seat } from '../../rpsls/secrets';
import { statusOf, type GameResult, type GameState } from '../../rpsls/state';
import { titleOf } from '../../lib/preferences';
import type { IconName } from '../../ui/Icon';
import { useToast } from '../../ui/toasts';
import { useChain } from '../../way/chain';
import { useName } from '../../way/people';
import { hrefOf } from '../../way/route';
import { noteSeat, takenSeat } from '../seats';
import type { TableView } from '../session';

/** How this tab relates to a seat. */
interface Onlooker {
  /** Whether the seat was taken in another browser. */
  isOthers: boolean;
  /** Whether nobody in this tab waits for the outcome. */
  isSilent: boolean;
  /** Whether the table is on the screen, which tells the outcome itself. */
  isHere: boolean;
}

/**
 * Tells on other screens how a game came out that this browser played, or that its bracket is full
 * without this seat.
 */
export function useOutcome(seat: Seat, view: TableView | null, { isOthers, isSilent, isHere }: Onlooker): void {
  const { state = null, block = 0 } = view ?? {};
  const { m, f } = useTexts();
  const show = useToast();
  const name = useName();
  const { connection } = useChain();
  const known = useRef<GameState | null>(null);
  const link = { href: hrefOf({ name: 'table', program: seat.program }, connection.url), text: m.act.toTable };
  const toast = (text: string, around: { icon: IconName; link: typeof link }): void => {
    const title = titleOf(seat.program);
    show(title ? m.table.at(title, text) : text, around);
  };
  const tell = useEffectEvent((state: GameState, before: GameState) => {
    const taken = takenSeat(seat);
    if (isSilent || isHere || taken?.seen === 'sentAway' || statusOf(before, seat.account) === 'notRegistered') return;
    const { lastGame, gamesFinished } = state;
    // Another game may have ended since, and a stopped game leaves the result of the game before in the state.
    const isNext = gamesFinished === before.gamesFinished + 1 && lastGame && !isSame(lastGame, before.lastGame);
    const { betSize } = before.config;
    if (isNext && lastGame.winner === seat.account)
      return toast(m.table.youWon(f.amountIfAny(lastGame.pot - betSize)), { icon: 'trophy', link });
    // The seat may have been given back by another client.
    if (!isNext || !taken || !lostAt(taken, state)) return toast(m.table.result.over, { icon: 'clock', link });
    const [pot, lost] = [f.amountIfAny(lastGame.pot), f.amountIfAny(betSize)];
    const text = lost ? m.table.result.lost(lost) : m.table.result.lostSome;
    toast(m.paragraph(m.sentence(text), m.table.result.goesTo(name(lastGame.winner), pot)), { icon: 'close', link });
  });
  const note = useEffectEvent((state: GameState, before: GameState | null) => {
    if (isOthers) return;
    const taken = takenSeat(seat);
    if (!before && !isSilent && taken && isUntold(taken, state))
      toast(m.table.result.maybeSentAway, { icon: 'clock', link });
    const isNews = noteSeat(seat, state, block) === 'sentAway' || isNewlyAway(takenSeat(seat), before, state);
    if (!isNews || isSilent || isHere) return;
    const bet = f.amountIfAny(state.config.betSize);
    toast(m.table.result.sentAwayText(state.players.length, bet), { icon: 'clock', link });
  });
  useEffect(() => {
    if (!state) return;
    const before = known.current;
    known.current = state;
    note(state, before);
    if (before && state.gamesFinished > before.gamesFinished) tell(state, before);
  }, [state]);
}

function isSame(one: GameResult, other: GameResult | null): boolean {
  return other !== null && one.winner === other.winner && one.pot === other.pot && one.rounds === other.rounds;
}
