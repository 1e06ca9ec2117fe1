import { useState } from 'react';
import { fullest, hasSeat, termsOf, type Seen } from '../house/seen';
import { isKnownHouse, type LobbySession, type LobbyView } from '../house/session';
import { useHouseTexts } from '../house/texts';
import { useTexts } from '../i18n';
import { readAmount } from '../lib/amount';
import { ActButton } from '../program/ActButton';
import { useSymbol } from '../settings/symbol';
import { OneSignature } from '../table/gas/OneSignature';
import { PriceNote } from '../table/gas/PriceNote';
import { useSeatPrice } from '../table/gas/useSeatPrice';
import { StakeWarnings } from '../table/StakeWarnings';
import { Card } from '../ui/Card';
import { Field } from '../ui/Field';
import { Notice } from '../ui/Notice';
import { AccountChooser } from '../visitor/AccountChooser';
import { useAccounts } from '../visitor/accounts';
import { OpeningPrice } from './OpeningPrice';
import { titleOf } from './TableCard';
import { useOpeningCost } from './useOpeningCost';
import { usePlayNow } from './usePlayNow';

const NOBODY: ReadonlySet<never> = new Set<never>();

/** One press to sit down where the game starts soonest. */
export function PlayNowCard({ session, view }: { session: LobbySession; view: LobbyView }) {
  const { m, f } = useTexts();
  const t = useHouseTexts();
  const symbol = useSymbol();
  const { account } = useAccounts();
  const [text, setText] = useState('1');
  const mostBet = readAmount(text);
  const house = view.houses.find(isKnownHouse)?.program ?? null;
  const playing = usePlayNow(session, house);
  const next = mostBet === null ? null : fullest(view.tables, account?.id ?? null, mostBet, NOBODY);
  const isUnknown = house === null && view.houses.some(({ overview }) => overview !== null);
  const isOwn = next !== null && hasSeat(next, account?.id ?? null);
  const isReady = mostBet !== null && house !== null;
  const caption = (): string => {
    if (!next) return t.play.buttonOpen;
    if (isOwn) return t.play.buttonOwn;
    const bet = f.amountIfAny(termsOf(next).config.betSize);
    return bet ? t.play.buttonFor(bet) : t.play.button;
  };
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
          {account ? (
            <div className="play-now-price" aria-live="polite">
              {next && <NextSeat key={next.listed.table} seen={next} isOwn={isOwn} />}
              {isReady && !next && <NewTable house={house} />}
            </div>
          ) : (
            <>
              <p className="hint">{t.play.needAccount}</p>
              <AccountChooser />
            </>
          )}
          {account && (
            <div className="act-row">
              <ActButton
                step={playing.step}
                isDisabled={!isReady}
                onClick={() => mostBet !== null && void playing.start(mostBet)}
              >
                {caption()}
              </ActButton>
              {playing.step === 'signing' && (
                <button type="button" className="button quiet" onClick={playing.giveUp}>
                  {m.act.giveUp}
                </button>
              )}
            </div>
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

/** The seat that the button would take, and what that costs. */
function NextSeat({ seen, isOwn }: { seen: Seen; isOwn: boolean }) {
  const { f } = useTexts();
  const t = useHouseTexts();
  const { config, rules } = termsOf(seen);
  const price = useSeatPrice(seen.listed.table, config);
  const title = titleOf(seen, t);
  if (isOwn) return <p>{t.play.own(title)}</p>;
  return (
    <>
      <p>{t.play.next(title, seen.state?.players.length ?? 0, config.seats)}</p>
      <StakeWarnings config={config} rules={rules} />
      {price && <PriceNote price={price} bet={f.amountIfAny(config.betSize)} />}
      <OneSignature price={price} />
    </>
  );
}

function NewTable({ house }: { house: `0x${string}` }) {
  const t = useHouseTexts();
  const cost = useOpeningCost(house);
  return (
    <>
      <p>{t.play.openNew}</p>
      <OpeningPrice cost={cost} />
    </>
  );
}
