import { useEffect, useSyncExternalStore } from 'preact/compat';
import { useTexts } from '../i18n';
import { Heading } from '../ui/Heading';
import { firstPick } from './first';
import { MoveBoard } from '../table/MoveBoard';

/** The choice of a move while the practice table still loads. */
export function FirstPick() {
  const { m } = useTexts();
  const { move, isPlayed } = useSyncExternalStore(firstPick.subscribe, firstPick.get);
  useEffect(() => () => firstPick.set({ move: null, isPlayed: false }), []);
  return (
    <section className="card act first-pick">
      <Heading title={m.act.moveTitle} text={m.practice.seatText} />
      <MoveBoard
        picked={move}
        isFixed={isPlayed}
        onPick={(picked) => firstPick.set({ move: picked, isPlayed: false })}
      />
      <button
        type="button"
        className="button primary"
        disabled={move === null}
        aria-disabled={isPlayed}
        onClick={() => firstPick.update((pick) => ({ ...pick, isPlayed: true }))}
      >
        {isPlayed && <span className="spinner" aria-hidden="true" />}
        {move ? m.board.show(m.moves[move]) : m.act.commitNone}
      </button>
    </section>
  );
}
