import { useEffect, useMemo, useState } from 'react';
import { RPSLS } from '../artifacts';
import { useChain } from '../visitor/chain';
import type { ActorId } from '../chain/hex';
import { readState } from '../chain/program';
import { stateOf, type GameState } from '../rpsls/state';

/** How often a table that nobody sits at the screen of is asked again, ms. */
const PERIOD = 9_000;

/** How a table stands, without following it; none where it is not at this node. */
export function useStanding(program: ActorId, node: string): GameState | null {
  const { connection, link } = useChain();
  const online = link.status === 'online' && connection.url === node ? link : null;
  const of = useMemo(() => ({ online, program }), [online, program]);
  const [known, setKnown] = useState<{ of: object; state: GameState } | null>(null);
  useEffect(() => {
    const { online, program } = of;
    if (!online) return;
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const state = stateOf(await readState(online, program, RPSLS, { All: null }));
      if (isCurrent) setKnown({ of, state });
    };
    const report = (error: unknown): void => console.info('How a table stands is not known:', error);
    read().catch(report);
    const timer = setInterval(() => void read().catch(report), PERIOD);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [of]);
  return known?.of === of ? known.state : null;
}
