import type { OpeningCost } from '../house/open';
import { useHouseTexts } from '../house/texts';
import { useTexts } from '../i18n';

/** The price of opening a table, once it is known. */
export function OpeningPrice({ cost }: { cost: OpeningCost | null }) {
  const { m, f } = useTexts();
  const t = useHouseTexts();
  if (!cost) return <p className="price">{m.deploy.asking}</p>;
  const { fee, deposit } = cost;
  return <p className="price">{t.opening.cost(f.rounded(fee + deposit), f.rounded(fee), f.amount(deposit))}</p>;
}
