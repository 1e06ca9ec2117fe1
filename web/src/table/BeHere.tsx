import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { useChainTime } from '../way/useChainTime';
import { toldOf, waitedAt } from '../rpsls/config';
import { actBy, type GameState } from '../rpsls/state';
import { useName } from '../way/people';
import { useTable, type Table } from './tables';

interface BeHereProps {
  program: ActorId;
  state: GameState;
  isAlone?: boolean;
}

/** Says when the player has to be back, before the game begins, and how long a seat may take. */
export function BeHere({ program, ...rest }: BeHereProps) {
  const table = useTable(program);
  return table && <Told table={table} {...rest} />;
}

function Told({ table: { session, view }, state, isAlone = false }: Omit<BeHereProps, 'program'> & { table: Table }) {
  const { m, f } = useTexts();
  const name = useName();
  const now = useChainTime(session.clock)();
  const time = waitedAt(view.closableFrom, state.config, now);
  // What somebody else was promised for having waited goes when that player leaves.
  const by = actBy(state, isAlone && time !== null ? { time, now } : null);
  const [first] = state.players;
  if (by === null) return null;
  const told = isAlone ? null : toldOf(time);
  return (
    <p className="hint">
      {m.paragraph(
        ...(told && first ? [m.act.waited(name(first.id), f.duration(told))] : []),
        m.act.beHere(f.moment(by), isAlone),
      )}
    </p>
  );
}
