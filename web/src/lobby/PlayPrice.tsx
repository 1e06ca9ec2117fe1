import { useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { partsOf, PriceNote } from '../table/gas/PriceNote';
import { isStayPaid, type SeatPrice } from '../way/price';
import { Notice } from '../ui/Notice';
import { FaucetLink } from '../way/FaucetLink';

/** What a press takes from the account, in a few words. */
export function usePriceInShort(price: SeatPrice | null, before: bigint, isFree: boolean): string | null {
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
      return (isStayPaid(price) ? t.play.nowFilling : t.play.now)(
        f.rounded(before + price.fill + price.fees),
        f.rounded(price.stays),
      );
    case 'each':
      return (isFree ? t.play.nowFree : t.play.nowEach)(f.rounded(before + price.fees), f.rounded(price.held));
  }
}

/** What the price on the button is made of. */
export function SeatPriceParts({ price, bet }: { price: SeatPrice | null; bet: bigint }) {
  const { m, f } = useTexts();
  return price?.kind === 'purse' || price?.kind === 'each' ? (
    <p className="price">{partsOf(price, bet, m, f)}</p>
  ) : (
    <PriceNote price={price} bet={bet} />
  );
}

/** The price of the table that the button opens, and of the seat there. */
export function NewTablePrice({
  price,
  bet: betSize,
  opening,
}: {
  price: SeatPrice | null;
  bet: bigint;
  opening: bigint;
}) {
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
