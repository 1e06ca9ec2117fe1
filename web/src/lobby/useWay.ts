import { hasSeat, lackingAfter, termsOf, type Seen } from '../club/seen';
import { useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { NEW_DUEL, toldOf, type GameConfig } from '../rpsls/config';
import { USUAL, type GameRules } from '../rpsls/rules';
import { useAccounts } from '../way/accounts';
import { useName } from '../way/people';
import { titleOf } from './TableRow';

/** The bet of a table that is opened without asking for one: the highest bet that a player accepts is not a bet. */
const MOST_NEW = NEW_DUEL.betSize;

/** The duel that is opened where no table fits. */
export function newDuel(mostBet: bigint): { config: GameConfig; rules: GameRules } {
  const betSize = mostBet < MOST_NEW ? mostBet : MOST_NEW;
  return { config: { ...NEW_DUEL, betSize }, rules: USUAL };
}

/** What a press would do, and where it leads. */
export function useWay(next: Seen | null, mostBet: bigint): { caption: string; where: string } {
  const { m, f } = useTexts();
  const t = useClubTexts();
  const { account } = useAccounts();
  const name = useName();
  const { config } = next ? termsOf(next) : newDuel(mostBet);
  const bet = f.amountIfAny(config.betSize);
  if (!next) {
    const other = mostBet > config.betSize ? [t.play.otherTable(f.amount(MOST_NEW))] : [];
    return { caption: t.play.buttonOpen(bet), where: m.paragraph(t.play.openNew(bet), ...other) };
  }
  const title = titleOf(next, t);
  if (hasSeat(next, account?.id ?? null)) return { caption: t.play.buttonOwn, where: t.play.own(title) };
  const there = next.state?.players ?? [];
  const waits = t.play.next(m.list(there.map(({ id }) => name(id))), there.length, title);
  const lacking = lackingAfter(next);
  const needs = lacking > 0 && config.seats > 2 ? [t.play.lacking(t.knockout(config.seats), lacking)] : [];
  const [first] = there;
  const told = toldOf(next.waited);
  const where = m.paragraph(
    waits,
    ...needs,
    ...(first && told ? [m.act.waited(name(first.id), f.duration(told))] : []),
  );
  return { caption: bet ? t.play.buttonFor(bet) : t.play.button, where };
}
