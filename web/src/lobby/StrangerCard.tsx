import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'preact/compat';
import { pressed } from '../lib/aside';
import type { ActorId } from '../lib/hex';
import { isInWallet } from '../chain/wallet';
import { fullest, hasSeat, lackingAfter, termsOf, type Leaning, type Seen } from '../club/seen';
import { isKnownClub, type LobbySession, type LobbyView } from '../club/session';
import { useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { readAmount } from '../lib/amount';
import { ActButton } from '../program/ActButton';
import { Guarded } from '../program/guard';
import { NEW_DUEL, toldOf, type GameConfig } from '../rpsls/config';
import { toldRounds } from '../rpsls/costs';
import { MOVES, type Move } from '../rpsls/moves';
import { USUAL, type GameRules } from '../rpsls/rules';
import { OneSignature } from '../table/gas/OneSignature';
import { partsOf, PriceNote } from '../table/gas/PriceNote';
import { useSeatPrice } from '../table/gas/useSeatPrice';
import type { SeatPrice } from '../way/price';
import { useBegun } from '../table/seats';
import { StakeWarnings } from '../table/StakeWarnings';
import { Card } from '../ui/Card';
import { Choice } from '../ui/Choice';
import { Notice } from '../ui/Notice';
import { useAccounts } from '../visitor/accounts';
import { accountDialog, justMet, typedBet } from '../visitor/dialogs';
import { FaucetLink } from '../visitor/FaucetLink';
import { useName } from '../visitor/people';
import { BetChoice } from './BetChoice';
import { titleOf } from './TableRow';
import { useOpeningCost } from './useOpeningCost';
import { usePlayNow, type PlayingNow } from './usePlayNow';

/** The bet of a table that is opened without asking for one: the highest bet that a player accepts is not a bet. */
const MOST_NEW = NEW_DUEL.betSize;

function newDuel(mostBet: bigint): { config: GameConfig; rules: GameRules } {
  const betSize = mostBet < MOST_NEW ? mostBet : MOST_NEW;
  return { config: { ...NEW_DUEL, betSize }, rules: USUAL };
}

/** One press to sit down with a stranger where the game starts soonest. */
export function StrangerCard({ session, view }: { session: LobbySession; view: LobbyView }) {
  const { m } = useTexts();
  const t = useClubTexts();
  const { account } = useAccounts();
  const [met] = useState(() => justMet.get() ?? []);
  const text = useSyncExternalStore(typedBet.subscribe, typedBet.get);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (justMet.get() === null) return;
    justMet.set(null);
    card.current?.scrollIntoView();
  }, []);
  const mostBet = readAmount(text);
  const leaning = { begun: useBegun(account?.id ?? null), met };
  const club = view.clubs.find(isKnownClub)?.program ?? null;
  const playing = usePlayNow(session, club);
  const next = mostBet === null ? null : fullest(view.tables, account?.id ?? null, mostBet, leaning);
  const isUnknown = club === null && view.clubs.some(({ overview }) => overview !== null);
  return (
    <Card ref={card} title={m.home.stranger} className="stranger">
      {isUnknown ? (
        <p className="hint">{t.play.unknown}</p>
      ) : (
        <>
          <BetChoice text={text} onChange={(text) => typedBet.set(text)} />
          {account && club && mostBet !== null ? (
            <Way next={next} club={club} mostBet={mostBet} leaning={leaning} playing={playing} />
          ) : (
            <NoWay next={next} mostBet={mostBet} isRead={club !== null} isMissing={account === null} />
          )}
          {playing.trouble && (
            <Notice tone="error">
              <p>{playing.trouble}</p>
            </Notice>
          )}
        </>
      )}
    </Card>
  );
}

/** What a press would do, and where it leads. */
function useWay(next: Seen | null, mostBet: bigint): { caption: string; where: string } {
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

interface NoWayProps {
  next: Seen | null;
  /** Null while the text is no amount. */
  mostBet: bigint | null;
  /** Whether the tables have been read. */
  isRead: boolean;
  isMissing: boolean;
}

/** The button in the same place for a visitor without an account, or while the tables are being read. */
function NoWay({ next, mostBet, isRead, isMissing }: NoWayProps) {
  const t = useClubTexts();
  const { where } = useWay(next, mostBet ?? 0n);
  return (
    <>
      <button
        type="button"
        className="button primary wide"
        disabled={!isRead || !isMissing || mostBet === null}
        onClick={() => accountDialog.set(true)}
      >
        <span>
          {isMissing ? t.play.needAccount : t.play.button}
          {!isRead && <small>{t.refresh}…</small>}
        </span>
      </button>
      <p className="hint where">{isRead && where}</p>
    </>
  );
}

interface WayProps {
  /** The table whose seat a press takes, if there is one. */
  next: Seen | null;
  club: ActorId;
  mostBet: bigint;
  leaning: Leaning;
  playing: PlayingNow;
}

/** What a press does and costs, with the button: a press does just what is written there. */
function Way({ next, club, mostBet, leaning, playing }: WayProps) {
  const { m } = useTexts();
  const t = useClubTexts();
  const { account } = useAccounts();
  const [move, setMove] = useState<Move | null>(null);
  const label = useId();
  const terms = next ? termsOf(next) : newDuel(mostBet);
  const { config, rules } = terms;
  const cost = useOpeningCost(next ? null : club);
  const opening = next ? 0n : cost && cost.fee + cost.deposit;
  const price = useSeatPrice(next?.listed.table ?? club, terms, true, opening);
  const isOwn = next !== null && hasSeat(next, account?.id ?? null);
  const { caption, where } = useWay(next, mostBet);
  const note = usePriceInShort(price, config.betSize + (opening ?? 0n), config.betSize === 0n);
  const isUnpaid = !isOwn && (price ? price.kind === 'short' : !next);
  const isSigned = !next && account !== null && isInWallet(account);
  const signs = isSigned && (price?.kind === 'purse' ? t.play.twice : price?.kind === 'each' && t.play.each);
  const mostRounds = toldRounds(terms);
  const offer = { mostBet: config.betSize, mostRounds, move, opens: next ? null : config, ...leaning };
  const told = next ? (
    <SeatPriceParts price={price} bet={config.betSize} />
  ) : (
    <NewTablePrice price={price} bet={config.betSize} opening={opening ?? 0n} />
  );
  return (
    <Guarded content={`${next?.listed.table}/${config.betSize}/${isOwn}`}>
      {!isOwn && <StakeWarnings config={config} rules={rules} />}
      {!isOwn && price?.kind === 'short' && told}
      {!isOwn && (
        <>
          <p id={label} className="label">
            {m.act.moveTitle}
          </p>
          <Choice
            labelledBy={label}
            options={MOVES}
            chosen={move}
            className="row"
            optionClass="chip"
            isFixed={playing.step !== null}
            show={(move) => m.moves[move]}
            onChoose={setMove}
          />
        </>
      )}
      <div className="act-row">
        <ActButton
          step={playing.step}
          isDisabled={isUnpaid || (!isOwn && move === null)}
          onClick={() => pressed(playing.start(offer))}
        >
          <span>
            {caption}
            {!isOwn && note && <small>{note}</small>}
          </span>
        </ActButton>
        {playing.step === 'signing' && (
          <button type="button" className="button quiet" onClick={playing.giveUp}>
            {m.act.giveUp}
          </button>
        )}
      </div>
      <p className="hint where">{m.paragraph(where, ...(signs ? [signs] : []))}</p>
      {!isOwn && price?.kind !== 'short' && (
        <details className="takes">
          <summary>{t.play.details}</summary>
          {told}
          <OneSignature price={price} {...(signs && { hint: signs })} />
        </details>
      )}
    </Guarded>
  );
}

/** What a press takes from the account, in a few words. */
function usePriceInShort(price: SeatPrice | null, before: bigint, isFree: boolean): string | null {
  const { m, f } = useTexts();
  const t = useClubTexts();
  switch (price?.kind) {
    case undefined:
      return m.deploy.asking;
    case 'short':
      return null;
    case 'host':
      return t.play.nowPaid(f.amountIfAny(before));
    case 'purse':
      return (price.fill > 0n ? t.play.nowFilling : t.play.now)(
        f.rounded(before + price.fill + price.fees),
        f.rounded(price.stays),
      );
    case 'each':
      return (isFree ? t.play.nowFree : t.play.nowEach)(f.rounded(before + price.fees), f.rounded(price.held));
  }
}

/** What the price on the button is made of. */
function SeatPriceParts({ price, bet }: { price: SeatPrice | null; bet: bigint }) {
  const { m, f } = useTexts();
  return price?.kind === 'purse' || price?.kind === 'each' ? (
    <p className="price">{partsOf(price, bet, m, f)}</p>
  ) : (
    <PriceNote price={price} bet={bet} />
  );
}

/** The price of the table that the button opens, and of the seat there. */
function NewTablePrice({ price, bet: betSize, opening }: { price: SeatPrice | null; bet: bigint; opening: bigint }) {
  const { m, f } = useTexts();
  const t = useClubTexts();
  const bet = f.amountIfAny(betSize);
  const table = f.rounded(opening);
  switch (price?.kind) {
    case 'short':
      return (
        <Notice tone="warning" icon="wallet">
          <p>{t.play.short(f.roundedDown(price.has), f.roundedUp(price.needs))}</p>
          <FaucetLink />
        </Notice>
      );
    case 'purse': {
      const { fill, fees, stays } = price;
      const all = f.rounded(betSize + opening + fill + fees);
      const parts = [f.rounded(fees), table, f.amountIfAny(fill) && f.rounded(fill), f.rounded(stays)] as const;
      return <p className="price">{t.play.takes(all, bet, ...parts)}</p>;
    }
    case 'each': {
      const all = f.rounded(betSize + opening + price.fees);
      return <p className="price">{t.play.takesEach(all, bet, table, f.rounded(price.fees), f.rounded(price.held))}</p>;
    }
    default:
      return <p className="price">{m.deploy.asking}</p>;
  }
}
