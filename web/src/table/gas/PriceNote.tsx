import { useTexts } from '../../i18n';
import { Live } from '../../ui/Live';
import { Notice } from '../../ui/Notice';
import { useAccounts } from '../../visitor/accounts';
import { FaucetLink } from '../../visitor/FaucetLink';
import type { SeatPrice } from './price';

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
    case 'kept':
      return (
        <p className="price">
          <Live>{texts.kept(bet, f.rounded(price.left))}</Live>
        </p>
      );
    case 'aside':
      return (
        <InParts parts={texts.asideDetails(bet, f.rounded(price.gas), f.rounded(price.held))}>
          {texts.aside(f.rounded(betSize + price.gas), f.rounded(price.back), price.rounds)}
        </InParts>
      );
    case 'each':
      return (
        <InParts parts={texts.eachDetails(bet, f.rounded(price.fees), f.rounded(price.held))}>
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
