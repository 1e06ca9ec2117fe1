import { useEffect, useState, type ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import { aside, pressed } from '../lib/aside';
import type { ActorId } from '../lib/hex';
import type { Move } from '../rpsls/moves';
import { openingOf, randomPassword } from '../rpsls/opening';
import { FINAL_STEPS } from '../rpsls/showing';
import { AgainCard } from '../table/again/AgainCard';
import { BracketCard } from '../table/bracket/BracketCard';
import { Log } from '../table/log/Log';
import { Players } from '../table/Players';
import { Duel } from '../table/result/Duel';
import { MomentPanel } from '../table/result/MomentPanel';
import { useMoment } from '../table/result/useMoment';
import { StageBar } from '../table/StageBar';
import { TermsCard } from '../table/TermsCard';
import { useGameSounds } from '../table/useGameSounds';
import { Notice } from '../ui/Notice';
import { useChain } from '../way/chain';
import { hrefOf } from '../way/route';
import { firstPick } from './first';
import { ME, type PracticeGame, type PracticeView } from './game';
import { PracticePanel } from './PracticePanel';

export interface GameProps {
  game: PracticeGame;
  from: ActorId | undefined;
  choice: (view: PracticeView) => ReactNode;
}

/** Plays the move that was picked before the table was there. */
function useFirstPick(game: PracticeGame): Move | null {
  const [{ move, isPlayed }] = useState(firstPick.get);
  useEffect(() => {
    if (isPlayed && move) aside(game.play(openingOf(move, randomPassword())), 'The first move');
  }, [game, isPlayed, move]);
  return move;
}

/** The practice table, once its program runs. */
export function PracticeTable({ game, from, choice, view }: GameProps & { view: PracticeView }) {
  const { m, f } = useTexts();
  const { connection } = useChain();
  const picked = useFirstPick(game);
  const { state, history } = view;
  const moment = useMoment({ state, history, clock: Date.now });
  useGameSounds(state, ME, moment.scene);
  const { shown } = moment;
  const url = new URL(hrefOf({ name: 'practice' }, connection.url), location.href).href;
  return (
    <>
      <div className="table">
        <div className="table-main">
          {/* The bots wait for as long as it takes. */}
          <StageBar
            state={shown.state}
            moment={moment}
            clock={null}
            actions={
              from && (
                <a className="button quiet" href={hrefOf({ name: 'table', program: from }, connection.url)}>
                  {m.practice.back}
                </a>
              )
            }
          />
          <MomentPanel
            moment={moment}
            url={url}
            state={state}
            history={history}
            isPaid
            hasFees={false}
            locks={FINAL_STEPS}
            again={
              <AgainCard
                bet={f.amountIfAny(state.config.betSize)}
                onPlay={(move) => pressed(game.play(openingOf(move, randomPassword())))}
              >
                <p className="hint">{m.practice.have(f.amount(view.chips))}</p>
              </AgainCard>
            }
          >
            <PracticePanel
              view={view}
              choice={choice(view)}
              picked={picked}
              onPlay={(opening) => pressed(game.play(opening))}
              onReveal={() => pressed(game.reveal())}
            />
          </MomentPanel>
          <BracketCard {...shown} />
          <TermsCard {...shown} />
          <Duel {...shown} />
        </div>
        <div className="table-side">
          <Players state={shown.state} />
          <Log history={shown.history} />
        </div>
      </div>
      <Notice tone="calm" icon="refresh" title={m.practice.title}>
        <p>{m.practice.text}</p>
      </Notice>
    </>
  );
}
