import { useId, useState } from 'preact/compat';
import { pressed } from '../lib/aside';
import type { ActorId } from '../lib/hex';
import { hasSeat, termsOf, type Leaning, type Seen } from '../club/seen';
import { useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { ActButton } from '../way/ActButton';
import { Guarded } from '../way/guard';
import { toldRounds } from '../rpsls/costs';
import { MOVES, type Move } from '../rpsls/moves';
import { OneSignature } from '../table/gas/OneSignature';
import { useSeatPrice } from '../table/gas/useSeatPrice';
import { StakeWarnings } from '../table/StakeWarnings';
import { Choice } from '../ui/Choice';
import { useAccounts } from '../way/accounts';
import { accountDialog } from '../way/dialogs';
import { useOpeningCost } from './useOpeningCost';
import type { PlayingNow } from './usePlayNow';
import { NewTablePrice, SeatPriceParts, usePriceInShort } from './PlayPrice';
import { newDuel, useWay } from './useWay';

interface NoWayProps {
  next: Seen | null;
  /** Null while the text is no amount. */
  mostBet: bigint | null;
  /** Whether the tables have been read. */
  isRead: boolean;
  isMissing: boolean;
}

/** The button in the same place for a visitor without an account, or while the tables are being read. */
export function NoWay({ next, mostBet, isRead, isMissing }: NoWayProps) {
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
export function Way({ next, club, mostBet, leaning, playing }: WayProps) {
  const { m } = useTexts();
  const t = useClubTexts();
  const { account, asksWallet } = useAccounts();
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
  const isSigned = !next && asksWallet;
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
