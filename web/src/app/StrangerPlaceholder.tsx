import { useTexts } from '../i18n';
import { Loading } from '../ui/Loading';

/** As many rows as a lobby has at least. */
const ROWS = [1, 2, 3, 4];

/** A placeholder for the seat with a stranger, as large as what replaces it. */
export function StrangerPlaceholder() {
  const { m } = useTexts();
  return (
    <>
      <section className="card stranger awaited" aria-busy="true">
        <h2 className="card-title">{m.home.stranger}</h2>
        <Loading>{m.loading}</Loading>
      </section>
      <div className="rows awaited" aria-hidden="true">
        {ROWS.map((row) => (
          <div key={row} className="row-awaited" />
        ))}
      </div>
    </>
  );
}
