import type { OpeningCost } from '../club/open';
import { useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';

/** The price of opening a table, once it is known. */
export function OpeningPrice({ cost }: { cost: OpeningCost | null }) {
  const { m, f } = useTexts();
  const t = useClubTexts();
  if (!cost) return <p className="price">{m.deploy.asking}</p>;
  const { fee, deposit } = cost;
  return <p className="price">{t.opening.cost(f.rounded(fee + deposit), f.rounded(fee), f.amount(deposit))}</p>;
}
