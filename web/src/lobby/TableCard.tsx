import { useEffect, useId, useState } from 'react';
import { freeSeats, hasSeat, isForStrangers, termsOf, type Seen } from '../house/seen';
import { harmless } from '../house/title';
import { useHouseTexts, type HouseTexts } from '../house/texts';
import { useTexts } from '../i18n';
import { placesOf } from '../rpsls/rules';
import type { GameState } from '../rpsls/state';
import type { Clock } from '../ui/Countdown';
import { shortId, useAccounts } from '../visitor/accounts';
import { useChain } from '../visitor/chain';
import { useName } from '../visitor/people';
import { hrefOf } from '../visitor/route';

/** What a table is called, whatever its title has in it. */
export function titleOf({ listed }: Seen, t: HouseTexts): string {
  return harmless(listed.title.trim()) || t.untitled;
}

interface TableCardProps {
  seen: Seen;
  clock: Clock;
  /** Whether tables of several houses are shown. */
  isOfMany: boolean;
}

/** A table on a house's list: what is played for, how far it has come, and the way to it. */
export function TableCard({ seen, clock, isOfMany }: TableCardProps) {
  const { m, f } = useTexts();
  const t = useHouseTexts();
  const { connection } = useChain();
  const { account } = useAccounts();
  const id = useId();
  const { listed, state, isKnown, isUnreadable } = seen;
  const { config, rules } = termsOf(seen);
  const title = titleOf(seen, t);
  const isOwn = hasSeat(seen, account?.id ?? null);
  const isOpen = freeSeats(seen) !== null;
  const what = isOwn ? t.ownSeat : isOpen ? t.sitDown : t.watch;
  const format = config.seats === 2 ? t.duel : rules.format === 'knockout' ? t.knockout(placesOf(rules, config)) : null;
  return (
    <li className="card listed" aria-labelledby={id}>
      <h3 id={id} className="listed-title">
        <bdi>{title}</bdi>
      </h3>
      <p className="listed-tags">
        {state && <span className={isOpen ? 'tag you' : 'tag'}>{m.table.stages[state.stage]}</span>}
        <span className="tag">{format ?? m.rules.formats[rules.format].name}</span>
        {!isKnown && <span className="tag warning">{t.unknownCode}</span>}
        {!isForStrangers(seen) && <span className="tag warning">{t.unfair}</span>}
        {isOfMany && <span className="tag mono">{t.house(shortId(seen.house))}</span>}
      </p>
      <dl className="listed-figures">
        <div>
          <dt className="label">{m.table.bet}</dt>
          <dd>{config.betSize === 0n ? m.table.free : f.amount(config.betSize)}</dd>
        </div>
        <div>
          <dt className="label">{m.table.seats}</dt>
          <dd>{state ? m.table.seatsTaken(state.players.length, placesOf(rules, config)) : placesOf(rules, config)}</dd>
        </div>
      </dl>
      <p className="hint">{t.times(f.duration(config.moveTimeout), f.duration(config.revealTimeout))}</p>
      {state ? (
        <Standing state={state} isOpen={isOpen} clock={clock} />
      ) : (
        <p className="hint">{isUnreadable ? t.unreadable : t.unread}</p>
      )}
      {state && <LastGame state={state} />}
      <a
        className={`button ${isOpen || isOwn ? 'primary' : 'quiet'}`}
        href={hrefOf({ name: 'table', program: listed.table }, connection.url)}
        aria-label={t.at(what, title)}
      >
        {what}
      </a>
    </li>
  );
}

/** When it starts, or how long the stage lasts. */
function Standing({ state, isOpen, clock }: { state: GameState; isOpen: boolean; clock: Clock }) {
  const { m, f } = useTexts();
  const t = useHouseTexts();
  const now = useSeconds(clock);
  const left = state.deadline - now;
  const text = (): string => {
    if (!isOpen) {
      const time = left > 0 ? t.left(f.countdown(left)) : t.over;
      return state.stage === 'preparation' ? t.startsSoon : `${m.table.round(state.round)} · ${time}`;
    }
    if (state.players.length === 0) return t.empty;
    if (state.players.length === 1) return state.config.seats === 2 ? t.alone : t.aloneOf;
    return left > 0 ? t.startsIn(f.countdown(left)) : t.startsSoon;
  };
  return <p className="listed-standing">{text()}</p>;
}

/** What became of the last game here. */
function LastGame({ state: { lastGame, gamesFinished } }: { state: GameState }) {
  const { m, f } = useTexts();
  const t = useHouseTexts();
  const name = useName();
  if (!lastGame) return null;
  const { winner, pot, rounds } = lastGame;
  return (
    <p className="hint">
      {m.paragraph(
        m.sentence(`${m.table.lastGame}: ${m.table.lastGameText(name(winner), f.amountIfAny(pot), rounds)}`),
        m.sentence(t.games(gamesFinished)),
      )}
    </p>
  );
}

/** The time, once a second: there may be a hundred of these. */
function useSeconds(clock: Clock): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 1_000);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
