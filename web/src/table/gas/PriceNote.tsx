import { useTexts } from '../../i18n';
import type { Formats } from '../../i18n/formats';
import type { Messages } from '../../i18n/messages';
import { Live } from '../../ui/Live';
import { Notice } from '../../ui/Notice';
import { useAccounts } from '../../way/accounts';
import { FaucetLink } from '../../way/FaucetLink';
import { isStayPaid, type SeatPrice } from '../../way/price';

interface PriceNoteProps {
  /** Null until the chain has answered. */
  price: SeatPrice | null;
  bet: bigint;
}

/** What the button below costs the account. */
export function PriceNote({ price, bet: betSize }: PriceNoteProps) {
  const { m, f } = useTexts();
  const { nameOf } = useAccounts();
  const { price: texts } = m.gas;
  const bet = f.amountIfAny(betSize);
  switch (price?.kind) {
    case undefined:
      return (
        <p className="price">
          <Live>{m.deploy.asking}</Live>
        </p>
      );
    case 'host':
      return (
        <p className="price">
          <Live>{texts.host(bet, nameOf(price.owner), f.rounded(price.left))}</Live>
        </p>
      );
    case 'purse': {
      const { fill, fees, stays, rounds } = price;
      const told = isStayPaid(price) ? texts.filling : texts.filled;
      return (
        <InParts parts={partsOf(price, betSize, m, f)}>
          {told(f.rounded(betSize + fill + fees), f.rounded(stays), rounds)}
        </InParts>
      );
    }
    case 'each':
      return (
        <InParts parts={partsOf(price, betSize, m, f)}>
          {m.paragraph(
            texts.each(f.rounded(betSize + price.fees), price.rounds),
            ...(price.isPoor ? [texts.poor] : []),
          )}
        </InParts>
      );
    case 'short':
      return (
        <Notice tone="warning" icon="wallet">
          <p>
            <Live>{texts.short(f.roundedDown(price.has), f.roundedUp(price.needs))}</Live>
          </p>
          <FaucetLink />
        </Notice>
      );
  }
}

/** What a seat's price is made of. */
export function partsOf(
  price: Extract<SeatPrice, { kind: 'purse' | 'each' }>,
  betSize: bigint,
  { gas: { price: texts } }: Messages,
  f: Formats,
): string {
  const bet = f.amountIfAny(betSize);
  const [fees, held] = [f.rounded(price.fees), f.rounded(price.held)];
  if (price.kind === 'each') return texts.eachDetails(bet, fees, held);
  return price.fill > 0n
    ? texts.fillingDetails(bet, f.rounded(price.fill), fees, held)
    : texts.filledDetails(bet, fees, held);
}

/** A price in one sum, and its parts for those who open them. */
function InParts({ parts, children }: { parts: string; children: string }) {
  const { m } = useTexts();
  return (
    <div className="price">
      <p>
        <Live>{children}</Live>
      </p>
      <details>
        <summary>{m.details}</summary>
        <p>
          <Live>{parts}</Live>
        </p>
      </details>
    </div>
  );
}
