import { useEffect, useMemo, useState } from 'preact/compat';
import { RPSLS } from '../rpsls/artifacts';
import { readStates } from '../chain/batch';
import type { ActorId } from '../lib/hex';
import { stateIn, type GameState } from '../rpsls/state';
import { useChain } from '../way/chain';

/** How often the page asks again about tables that are not on its screen, ms. */
const PERIOD = 60_000;

const NOTHING: ReadonlyMap<ActorId, GameState> = new Map<ActorId, GameState>();

/** The states of tables that the page does not follow, in one request. Has only those that this node knows. */
export function useStandings(programs: readonly ActorId[]): ReadonlyMap<ActorId, GameState> {
  const { link } = useChain();
  const online = link.status === 'online' ? link : null;
  const ids = programs.join(',');
  const of = useMemo(() => ({ online, ids }), [online, ids]);
  const [known, setKnown] = useState<{ of: object; states: ReadonlyMap<ActorId, GameState> } | null>(null);
  useEffect(() => {
    const { online, ids } = of;
    if (!online || ids === '') return;
    let isCurrent = true;
    const tables = ids.split(',') as ActorId[];
    const read = async (): Promise<void> => {
      const { answers } = await readStates(
        online,
        tables.map((program) => ({ program, types: RPSLS, query: { All: null } })),
      );
      const entries = answers.map((answer, index) => [tables[index], stateIn(answer)] as const);
      const states = new Map(entries.flatMap(([table, state]) => (table && state ? [[table, state] as const] : [])));
      if (isCurrent) setKnown({ of, states });
    };
    const report = (error: unknown): void => console.info('How the tables stand is not known:', error);
    read().catch(report);
    const timer = setInterval(() => void read().catch(report), PERIOD);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [of]);
  return known?.of === of ? known.states : NOTHING;
}
