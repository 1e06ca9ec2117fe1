import type { ReactNode } from 'preact/compat';
import type { ActorId } from '../../lib/hex';
import { useTexts } from '../../i18n';
import { writeAmount } from '../../lib/amount';
import type { GameState } from '../../rpsls/state';
import { useChain } from '../../way/chain';
import { typedBet, justMet } from '../../way/dialogs';
import { hrefOf } from '../../way/route';
import { ShareResult } from './ShareResult';

interface NextStepsProps {
  url: string;
  state: GameState;
  /** The players of the game, without the viewer. */
  met: readonly ActorId[];
  /** Whether the viewer was not in the game. */
  isWatched: boolean;
  /** The next game, one press away, if the person can sit down. */
  again: ReactNode;
  onGoOn: () => void;
}

/** What a person can do after a game: play another one here or elsewhere, or share the result. */
export function NextSteps({ url, state, met, isWatched, again, onGoOn }: NextStepsProps) {
  const { m } = useTexts();
  const { connection } = useChain();
  const { result } = m.table;
  const isOffered = again !== null && !isWatched;
  return (
    <div className="next-steps">
      {isOffered ? (
        again
      ) : (
        <button type="button" className="button primary" onClick={onGoOn}>
          {isWatched ? result.next : result.again}
        </button>
      )}
      <div className="result-actions">
        <a
          className="button quiet"
          href={hrefOf({ name: 'home' }, connection.url)}
          onClick={() => {
            typedBet.set(writeAmount(state.config.betSize));
            justMet.set(met);
          }}
        >
          {result.other}
        </a>
        <ShareResult url={url} state={state} />
        {isOffered && (
          <button type="button" className="button quiet" onClick={onGoOn}>
            {result.more}
          </button>
        )}
      </div>
    </div>
  );
}
