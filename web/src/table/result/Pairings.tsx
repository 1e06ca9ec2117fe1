import { useTexts } from '../../i18n';
import { clashOf, type Clash, type Pairing, type Side } from '../../rpsls/pairing';
import { usePeople } from '../../way/people';
import { Icon } from '../../ui/Icon';
import { MoveIcon } from '../drawing/MoveIcon';
import { Coin } from './Coin';
import { clashText } from './clashText';

/** Further pairings are only counted. */
const MOST = 8;

/** Who met whom in a round, one line each. The player who goes on comes first. */
export function Pairings({ pairings }: { pairings: readonly Pairing[] }) {
  const { m } = useTexts();
  const people = usePeople();
  return (
    <ul className="pairings">
      {pairings.slice(0, MOST).map((pairing) => {
        const { one, other } = pairing;
        const [first, second] = other?.goesOn && !one.goesOn ? [other, one] : [one, other];
        return (
          <li key={one.id}>
            <span className="pairing" aria-hidden="true">
              <Party side={first} />
              {second && (
                <>
                  <Sign clash={clashOf(pairing)} />
                  <Party side={second} />
                </>
              )}
            </span>
            <span className="hidden">{clashText(pairing, { m, ...people })}</span>
          </li>
        );
      })}
      {pairings.length > MOST && <li className="hint">{m.table.more(pairings.length - MOST)}</li>}
    </ul>
  );
}

function Sign({ clash }: { clash: Clash }) {
  if (clash.kind === 'tossed') return <Coin isEqual={clash.isEqual} />;
  return clash.kind === 'struck' ? <Icon name="arrow" /> : <span>=</span>;
}

function Party({ side: { id, move, goesOn } }: { side: Side }) {
  const { m } = useTexts();
  const { me, nameOf } = usePeople();
  return (
    <span className={goesOn ? 'party' : 'party gone'}>
      {move ? <MoveIcon move={move} /> : <span className="entrant-held" />}
      <span className="party-name">{id === me ? m.self : nameOf(id)}</span>
    </span>
  );
}
