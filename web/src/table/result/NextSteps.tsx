import type { ReactNode } from 'react';
import { useTexts } from '../../i18n';
import { writeAmount } from '../../lib/amount';
import type { GameState } from '../../rpsls/state';
import { useChain } from '../../visitor/chain';
import { soughtBet } from '../../visitor/dialogs';
import { hrefOf } from '../../visitor/route';
import { ShareResult } from './ShareResult';

interface NextStepsProps {
  url: string;
  state: GameState;
  /** Whether the viewer was not in the game. */
  isWatched: boolean;
  /** The next game, one press away, if the person can sit down. */
  again: ReactNode;
  onGoOn: () => void;
}

/** What a person can do after a game: play another one here or elsewhere, or share the result. */
export function NextSteps({ url, state, isWatched, again, onGoOn }: NextStepsProps) {
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
          onClick={() => soughtBet.set(writeAmount(state.config.betSize))}
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
