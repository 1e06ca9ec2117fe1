import { useTexts } from '../i18n';
import { Icon } from '../ui/Icon';
import { useChain } from './chain';
import { hrefOf } from './route';

/** The way out of an empty screen. */
export function HomeLink() {
  const { m } = useTexts();
  const { connection } = useChain();
  return (
    <p className="row">
      <a className="button quiet" href={hrefOf({ name: 'home' }, connection.url)}>
        {m.home.back}
        <Icon name="arrow" />
      </a>
    </p>
  );
}
