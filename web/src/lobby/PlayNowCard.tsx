import { useState } from 'react';
import type { ActorId } from '../chain/hex';
import { fullest, hasSeat, termsOf, type Seen } from '../house/seen';
import { usualRules } from '../rpsls/rules';
import { isKnownHouse, type LobbySession, type LobbyView } from '../house/session';
import { useHouseTexts } from '../house/texts';
import { useTexts } from '../i18n';
import { readAmount } from '../lib/amount';
import { ActButton } from '../program/ActButton';
import { Guarded } from '../program/guard';
import { NEW_TABLE, type GameConfig } from '../rpsls/config';
import { placesOf, type GameRules } from '../rpsls/rules';
import { useSymbol } from '../settings/symbol';
import { OneSignature } from '../table/gas/OneSignature';
import { PriceNote } from '../table/gas/PriceNote';
import type { SeatPrice } from '../table/gas/price';
import { useSeatPrice } from '../table/gas/useSeatPrice';
import { StakeWarnings } from '../table/StakeWarnings';
import { Card } from '../ui/Card';
import { Field } from '../ui/Field';
import { Notice } from '../ui/Notice';
import { AccountChooser } from '../visitor/AccountChooser';
import { useAccounts } from '../visitor/accounts';
import { FaucetLink } from '../visitor/FaucetLink';
import { titleOf } from './TableCard';
import { useOpeningCost } from './useOpeningCost';
import { usePlayNow, type PlayingNow } from './usePlayNow';

const NOBODY: ReadonlySet<never> = new Set<never>();

/** The bet of a table that is opened unasked: what one would bet at most is no bet. */
const MOST_NEW = NEW_TABLE.betSize;

function newDuel(mostBet: bigint): { config: GameConfig; rules: GameRules } {
  const betSize = mostBet < MOST_NEW ? mostBet : MOST_NEW;
  return { config: { ...NEW_TABLE, betSize, seats: 2 }, rules: usualRules(2) };
}

/** One press to sit down where the game starts soonest. */
export function PlayNowCard({ session, view }: { session: LobbySession; view: LobbyView }) {
  const { m } = useTexts();
  const t = useHouseTexts();
  const symbol = useSymbol();
  const { account } = useAccounts();
  const [text, setText] = useState('1');
  const mostBet = readAmount(text);
  const house = view.houses.find(isKnownHouse)?.program ?? null;
  const playing = usePlayNow(session, house);
  const next = mostBet === null ? null : fullest(view.tables, account?.id ?? null, mostBet, NOBODY);
  const isUnknown = house === null && view.houses.some(({ overview }) => overview !== null);
  return (
    <Card title={t.play.title} className="play-now">
      <p className="muted">{t.play.text}</p>
      {isUnknown ? (
        <p className="hint">{t.play.unknown}</p>
      ) : (
        <>
          <Field
            label={t.play.mostBet(symbol)}
            hint={t.play.mostBetHint}
            error={mostBet === null ? m.config.problems.notAmount : null}
          >
            {(props) => (
              <input
                {...props}
                inputMode="decimal"
                autoComplete="off"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          {!account && (
            <>
              <p className="hint">{t.play.needAccount}</p>
              <AccountChooser />
            </>
          )}
          {account && house && mostBet !== null && (
            <Way next={next} house={house} mostBet={mostBet} playing={playing} />
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

interface WayProps {
  /** The seat that a press takes, if there is one. */
  next: Seen | null;
  house: ActorId;
  mostBet: bigint;
  playing: PlayingNow;
}

/** What a press does and takes, and the button: what is pressed is what stands there. */
function Way({ next, house, mostBet, playing }: WayProps) {
  const { m, f } = useTexts();
  const t = useHouseTexts();
  const { account } = useAccounts();
  const { config, rules } = next ? termsOf(next) : newDuel(mostBet);
  const cost = useOpeningCost(next ? null : house);
  const opening = next ? 0n : cost && cost.fee + cost.deposit;
  const price = useSeatPrice(next?.listed.table ?? house, config, opening);
  const bet = f.amountIfAny(config.betSize);
  const isOwn = next !== null && hasSeat(next, account?.id ?? null);
  const title = next && titleOf(next, t);
  const caption = (): string => {
    if (isOwn) return t.play.buttonOwn;
    if (!next) return t.play.buttonOpen(bet);
    return bet ? t.play.buttonFor(bet) : t.play.button;
  };
  const isUnpaid = !isOwn && (price ? price.kind === 'short' : !next);
  const signs = !next && price && (price.kind === 'aside' ? t.play.twice : price.kind === 'each' ? t.play.each : null);
  const offer = { mostBet: config.betSize, opens: next ? null : config };
  return (
    <Guarded content={`${next?.listed.table}/${config.betSize}/${isOwn}`}>
      {next ? (
        <p>
          {isOwn
            ? t.play.own(title ?? '')
            : t.play.next(title ?? '', next.state?.players.length ?? 0, placesOf(rules, config))}
        </p>
      ) : (
        <p>
          {m.paragraph(t.play.openNew(bet), ...(mostBet > config.betSize ? [t.play.otherBet(f.amount(MOST_NEW))] : []))}
        </p>
      )}
      {!isOwn && (
        <>
          <StakeWarnings config={config} rules={rules} />
          {next ? (
            <PriceNote price={price} bet={config.betSize} />
          ) : (
            <NewTablePrice price={price} bet={config.betSize} opening={opening ?? 0n} />
          )}
        </>
      )}
      <div className="act-row">
        <ActButton step={playing.step} isDisabled={isUnpaid} onClick={() => void playing.start(offer)}>
          {caption()}
        </ActButton>
        {playing.step === 'signing' && (
          <button type="button" className="button quiet" onClick={playing.giveUp}>
            {m.act.giveUp}
          </button>
        )}
      </div>
      {!isOwn && <OneSignature price={price} {...(signs && { hint: signs })} />}
    </Guarded>
  );
}

/** What the button has opened and paid for. */
function NewTablePrice({ price, bet: betSize, opening }: { price: SeatPrice | null; bet: bigint; opening: bigint }) {
  const { f } = useTexts();
  const t = useHouseTexts();
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
    case 'aside': {
      const all = f.rounded(betSize + opening + price.gas);
      return <p className="price">{t.play.takes(all, bet, f.rounded(price.gas), f.rounded(price.back), table)}</p>;
    }
    case 'each': {
      const all = f.rounded(betSize + opening);
      return (
        <p className="price">{t.play.takesEach(all, bet, table, f.rounded(price.message), f.rounded(price.held))}</p>
      );
    }
    default:
      return <p className="price">{t.opening.reckoning}</p>;
  }
}
