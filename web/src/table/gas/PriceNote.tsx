import { useTexts } from '../../i18n';
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
      return <p className="price">{m.deploy.asking}</p>;
    case 'host':
      return <p className="price">{texts.host(bet, nameOf(price.owner), f.rounded(price.left))}</p>;
    case 'kept':
      return <p className="price">{texts.kept(bet, f.rounded(price.left))}</p>;
    case 'aside':
      return (
        <div className="price">
          <p>{texts.aside(f.rounded(betSize + price.gas), f.rounded(price.back))}</p>
          <details>
            <summary>{m.details}</summary>
            <p>{texts.asideDetails(bet, f.rounded(price.gas))}</p>
          </details>
        </div>
      );
    case 'each':
      return (
        <div className="price">
          <p>
            {texts.each(f.rounded(betSize + price.fees))} {price.isPoor && texts.poor}
          </p>
          <details>
            <summary>{m.details}</summary>
            <p>{texts.eachDetails(bet, f.rounded(price.fees), f.rounded(price.held))}</p>
          </details>
        </div>
      );
    case 'short':
      return (
        <Notice tone="warning" icon="wallet">
          <p>{texts.short(f.roundedDown(price.has), f.roundedUp(price.needs))}</p>
          <FaucetLink />
        </Notice>
      );
  }
}
