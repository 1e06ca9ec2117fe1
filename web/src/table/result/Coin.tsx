/** The coin of a draw: equal bits are for the earlier seat. */
export function Coin({ isEqual }: { isEqual: boolean }) {
  return <span className="coin">{isEqual ? '=' : '≠'}</span>;
}
