import { useEffect, useMemo } from 'preact/compat';
import { useTexts } from '../i18n';
import { useLaterTexts } from '../i18n/later';
import { pressed } from '../lib/aside';
import { useBeforeUnload } from '../lib/useBeforeUnload';
import { seatKey, type Seat } from '../rpsls/secrets';
import { isUnrevealed } from '../rpsls/state';
import { titleOf } from '../lib/preferences';
import { Icon } from '../ui/Icon';
import { Notice } from '../ui/Notice';
import { useSaving } from '../ui/saving';
import { useIsPast } from '../ui/useIsPast';
import { shortId } from '../way/accounts';
import { useChain, useGenesis } from '../way/chain';
import { useUnshown } from '../way/leaving';
import { pageOf, RELEASE } from '../way/place';
import { hrefOf } from '../way/route';
import { pursesOf } from '../way/purse';
import { bots } from './bots';
import { fileOf, textOf } from './files';
import { mark, markOf } from './marks';
import { useTable } from './tables';
import { useAllSecrets } from './useSecrets';

/** A move that was to be shown this long ago, ms, is not asked about while nothing can be read. */
const PAST = 86_400_000;

/**
 * The sealed moves whose tables the page can't read: because there is no node, or because they are of another release
 * or unknown to this node. Nobody else would tell of them, and without being shown they lose the bet.
 */
export function SealedMoves() {
  const secrets = useAllSecrets();
  const { link } = useChain();
  const genesis = useGenesis();
  const seats = useMemo(() => {
    const own = secrets.filter(({ program, account }) => bots.at(program) !== account);
    return [
      ...new Map(
        own.map(({ genesis, program, account }) => [
          seatKey({ genesis, program, account }),
          { genesis, program, account },
        ]),
      ).values(),
    ];
  }, [secrets]);
  if (link.status === 'connecting' && genesis === null) return null;
  return (
    <>
      {seats.map((seat) =>
        genesis === null ? (
          <FarMove key={seatKey(seat)} seat={seat} />
        ) : (
          seat.genesis === genesis && <NearMove key={seatKey(seat)} seat={seat} />
        ),
      )}
    </>
  );
}

function nameOf({ program }: Seat): string {
  return titleOf(program) || shortId(program);
}

/** A move at a table that no node tells about. */
function FarMove({ seat }: { seat: Seat }) {
  const { m, f } = useTexts();
  const t = useLaterTexts();
  const { connection } = useChain();
  const { node, until } = markOf(seat);
  const isPast = useIsPast(Date.now, (until ?? Infinity) + PAST);
  if (isPast) return null;
  return (
    <Notice tone="warning" icon="clock" title={t.sealed.safe(nameOf(seat))}>
      <p>{until === undefined ? t.sealed.noNode : t.sealed.noNodeUntil(f.moment(until))}</p>
      <div className="row">
        {node !== undefined && node !== connection.url && (
          <a className="button quiet" href={hrefOf({ name: 'table', program: seat.program }, node)}>
            {m.act.toTable}
          </a>
        )}
        <SaveMove seat={seat} />
      </div>
    </Notice>
  );
}

/** A move at a table of the chain that is there. Whoever can read the table looks after it. */
function NearMove({ seat }: { seat: Seat }) {
  const t = useLaterTexts();
  const { connection } = useChain();
  const secrets = useAllSecrets();
  const table = useTable(seat.program);
  const { status = 'loading', state = null, failure = null } = table?.view ?? {};
  const until = state && isUnrevealed(state, seat.account) ? state.deadline : null;
  useEffect(() => {
    if (until !== null) mark(seat, { node: connection.url, until }, secrets);
  }, [seat, until, connection.url, secrets]);
  const isOther = state === null && (status === 'other' || failure !== null);
  useBeforeUnload(isOther);
  useUnshown(isOther);
  if (!isOther && status !== 'absent') return null;
  const { release } = markOf(seat);
  const isElsewhere = isOther && release !== undefined && release !== RELEASE;
  const path = hrefOf({ name: 'table', program: seat.program }, connection.url);
  return (
    <Notice tone={isOther ? 'error' : 'warning'} title={t.sealed.unread(nameOf(seat))}>
      <p>{isElsewhere ? t.sealed.otherRelease(release) : isOther ? t.sealed.other : t.sealed.absent}</p>
      <div className="row">
        {isElsewhere && (
          <a className="button primary" href={pageOf(release) + path}>
            {t.sealed.open(release)}
          </a>
        )}
        <SaveMove seat={seat} />
      </div>
    </Notice>
  );
}

/** Takes a seat's sealed moves along, to a page or a terminal that can show them. */
function SaveMove({ seat }: { seat: Seat }) {
  const { m } = useTexts();
  const secrets = useAllSecrets();
  const { keep, told } = useSaving();
  const save = (): Promise<void> => {
    const own = secrets.filter((secret) => seatKey(secret) === seatKey(seat));
    const text = textOf(own, pursesOf(seat));
    return keep(fileOf(text), text);
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={() => pressed(save())}>
        <Icon name="download" />
        {m.act.exportOne}
      </button>
      {told}
    </>
  );
}
