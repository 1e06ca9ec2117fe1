import { useTexts } from '../i18n';
import { late } from '../lib/late';
import { ProgramId } from '../way/ProgramId';
import { ShareDialog } from '../way/ShareDialog';
import { UnknownCode } from '../way/UnknownCode';
import type { GameState } from '../rpsls/state';
import { CrashBoundary } from '../ui/Crash';
import { Loading } from '../ui/Loading';
import { Notice } from '../ui/Notice';
import { useChain } from '../way/chain';
import { hrefOf } from '../way/route';
import { useSharedLink } from '../way/shared';
import { ActionPanel } from './ActionPanel';
import { AgainPanel, canPlayAgain } from './again/AgainPanel';
import { BotPlayer } from './BotPlayer';
import { BracketCard } from './bracket/BracketCard';
import { CalendarButton } from './CalendarButton';
import { Log } from './log/Log';
import { Players } from './Players';
import { Duel } from './result/Duel';
import { LastGame } from './result/LastGame';
import { MomentPanel } from './result/MomentPanel';
import type { TableSession, TableView } from './session';
import { StageBar } from './StageBar';
import { TermsCard } from './TermsCard';
import { usePresence } from './usePresence';

/** What its owner alone sees of a table. */
const OwnerPanel = late(async () => (await import('./OwnerPanel')).OwnerPanel);
const Sponsor = late(async () => (await import('./gas/Sponsor')).Sponsor);

/** Whether the last game's pot is paid, as far as the page knows. */
function isPaid({ unsettled }: TableView): boolean {
  return unsettled === null || (unsettled !== 'unknown' && unsettled.kind !== 'gameOver');
}

/** A table whose state is known, drawn. */
export function ReadyTable({ session, view, state }: { session: TableSession; view: TableView; state: GameState }) {
  const { m, f } = useTexts();
  const { connection, link } = useChain();
  const { program } = session;
  const isDeaf = link.status !== 'online';
  const shared = useSharedLink({ name: 'table', program });
  const own = new URL(hrefOf({ name: 'table', program }, connection.url), location.href).href;
  const { account, clock, actions, locks, net, isCalm, moment } = usePresence(session, view, state);
  // What surrounds a scene must not tell its end.
  const { shown } = moment;
  // A free host can invite friends without a wallet by their names.
  const isFreeHost = account === state.owner && (state.nextConfig ?? state.config).betSize === 0n;
  const isKnown = view.code.kind !== 'unknown';
  return (
    <>
      {view.failure && (
        <Notice tone="warning" title={m.table.failedTitle}>
          <p>{f.failure(view.failure)}</p>
        </Notice>
      )}
      <div className={`table ${isDeaf ? 'stale' : ''}`}>
        <div className="table-main">
          <StageBar
            state={shown.state}
            moment={moment}
            clock={clock}
            isCalm={isCalm}
            actions={
              <ShareDialog screen={{ name: 'table', program }} title={m.table.shareTitle} text={m.table.shareText}>
                {isFreeHost && (
                  <CrashBoundary>
                    <Sponsor program={program} state={state} fallback={<Loading>{m.loading}</Loading>} />
                  </CrashBoundary>
                )}
              </ShareDialog>
            }
          />
          {state.isStopScheduled && (
            <Notice tone="warning">
              <p>{m.table.stopScheduled}</p>
            </Notice>
          )}
          <MomentPanel
            moment={moment}
            url={shared}
            state={state}
            history={view.history}
            isPaid={isPaid(view)}
            isDue={view.due !== null}
            locks={locks}
            net={net}
            again={
              canPlayAgain(state, account) ? (
                <UnknownCode program={program} isKnown={isKnown}>
                  <AgainPanel program={program} state={state} history={view.history} actions={actions} />
                </UnknownCode>
              ) : null
            }
          >
            <UnknownCode program={program} isKnown={isKnown}>
              <ActionPanel session={session} genesis={view.genesis} state={state} due={view.due} actions={actions} />
            </UnknownCode>
          </MomentPanel>
          <BracketCard {...shown} />
          <BotPlayer session={session} state={state} />
          <TermsCard {...shown} closableFrom={view.closableFrom}>
            <CalendarButton program={program} url={own} state={state} clock={clock} />
          </TermsCard>
          {!moment.isOver && <LastGame state={shown.state} />}
          <Duel {...shown} />
        </div>
        <div className="table-side">
          <Players state={shown.state} />
          <ProgramId label={m.table.id} program={program} release={m.table.code(view.code)} />
          {/* It grows: nothing stands below it. */}
          <Log history={shown.history} onLookBack={session.lookBack} />
        </div>
        {account === state.owner && (
          <CrashBoundary>
            <OwnerPanel program={program} state={state} fallback={null} />
          </CrashBoundary>
        )}
      </div>
    </>
  );
}
