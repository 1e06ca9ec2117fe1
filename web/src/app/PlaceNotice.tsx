import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';
import { unsafePlace } from '../way/place';

/** Why the page holds no keys where it is, and what to do. */
export function PlaceNotice() {
  const { m } = useTexts();
  const why = unsafePlace();
  if (why === null) return null;
  return (
    <Notice tone="error" title={m.place[why].title}>
      <p>{m.place[why].text}</p>
      {why === 'framed' && (
        <p className="row">
          <a className="button primary" href={location.href} target="_blank" rel="noreferrer">
            {m.place.open}
          </a>
        </p>
      )}
    </Notice>
  );
}
