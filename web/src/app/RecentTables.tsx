import { parseActorId, type ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { placesOf } from '../rpsls/rules';
import { statusOf, type GameState, type PlayerStatus } from '../rpsls/state';
import { useTakenSeats } from '../table/seats';
import { useStandings } from '../table/useStandings';
import { Card } from '../ui/Card';
import { Icon } from '../ui/Icon';
import { shortId, useAccounts } from '../way/accounts';
import { forgetTable, usePreference, type RecentTable } from '../lib/preferences';
import { useChain } from '../way/chain';
import { hrefOf } from '../way/route';

/** The tables that this browser has visited, and how they stand. */
export function RecentTables() {
  const { m } = useTexts();
  const { connection } = useChain();
  const [tables = []] = usePreference('tables');
  const here = tables.filter(({ node }) => node === connection.url);
  const standings = useStandings(here.flatMap(({ program }) => parseActorId(program) ?? []));
  if (tables.length === 0) return null;
  return (
    <Card title={m.home.recent} className="wide">
      <ul className="recent">
        {tables.map((table) => {
          const program = parseActorId(table.program);
          if (!program) return null;
          const state = (table.node === connection.url && standings.get(program)) || null;
          return <Row key={program} table={table} program={program} state={state} />;
        })}
      </ul>
    </Card>
  );
}

/** The states in which a player has to act. */
const AWAITED: PlayerStatus[] = ['toMove', 'toReveal'];

interface RowProps {
  table: RecentTable;
  program: ActorId;
  state: GameState | null;
}

function Row({ table: { node, title }, program, state }: RowProps) {
  const { m, f } = useTexts();
  const { account } = useAccounts();
  const taken = useTakenSeats();
  const status = state && statusOf(state, account?.id ?? null);
  const isSentAway =
    status === 'notRegistered' &&
    taken.some((seat) => seat.program === program && seat.account === account?.id && seat.seen === 'sentAway');
  return (
    <li>
      <a href={hrefOf({ name: 'table', program }, node)}>
        {title ? <bdi>{title}</bdi> : <span className="mono">{shortId(program)}</span>}
        {state ? (
          <span className="standing">
            <span>{m.table.stages[state.stage]}</span>
            <span>{m.table.seatsTaken(state.players.length, placesOf(state.rules, state.config))}</span>
            <span>{state.config.betSize === 0n ? m.table.free : f.amount(state.config.betSize)}</span>
            {isSentAway && <span className="tag">{m.table.result.sentAway}</span>}
            {status && status !== 'notRegistered' && (
              <span className={AWAITED.includes(status) ? 'tag warning' : 'tag you'}>
                {AWAITED.includes(status) ? m.act.turn : m.table.status[status]}
              </span>
            )}
          </span>
        ) : (
          <span className="hint">{node}</span>
        )}
      </a>
      <button
        type="button"
        className="icon-button"
        aria-label={m.home.forget}
        title={m.home.forget}
        onClick={() => forgetTable(program)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
