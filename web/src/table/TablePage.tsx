import { useEffect, useRef } from 'preact/compat';
import { useAccounts } from '../visitor/accounts';
import { useChain } from '../visitor/chain';
import { HomeLink } from '../visitor/HomeLink';
import { claimOf } from '../visitor/guests';
import { useIntroduction } from '../visitor/identities';
import { rememberTable } from '../settings/preferences';
import { hrefOf } from '../visitor/route';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import type { GameState } from '../rpsls/state';
import { late } from '../lib/late';
import { CrashBoundary } from '../ui/Crash';
import { Notice } from '../ui/Notice';
import { UnknownCode } from '../program/UnknownCode';
import { ActionPanel } from './ActionPanel';
import { useSeatOn, useTableActions } from './actions';
import { BotPlayer } from './BotPlayer';
import { CalendarButton } from './CalendarButton';
import { BracketCard } from './bracket/BracketCard';
import { Duel } from './result/Duel';
import { vouchersChanged } from './gas/useVouchers';
import { LastGame } from './result/LastGame';
import { Log } from './log/Log';
import { Players } from './Players';
import type { TableSession, TableView } from './session';
import { MomentPanel } from './result/MomentPanel';
import { useMoment } from './result/useMoment';
import { AgainPanel, canPlayAgain } from './again/AgainPanel';
import { ProgramId } from '../program/ProgramId';
import { ShareDialog } from '../program/ShareDialog';
import { StageBar } from './StageBar';
import { TermsCard } from './TermsCard';
import { useTable } from './tables';
import { noteSeat, useTakenSeat } from './seats';
import { useGameSounds } from './useGameSounds';
import { useIsCalm } from './useIsCalm';
import { useLocks } from './useLocks';
import { useNet } from './useNet';
import { useOpening } from './useSecrets';
import { isElsewhere, useSharedGuest } from './useSharedGuest';
import { useChainTime } from '../program/useChainTime';
import { Loading } from '../ui/Loading';

/** What its owner alone sees of a table. */
const OwnerPanel = late(async () => (await import('./OwnerPanel')).OwnerPanel);
const Sponsor = late(async () => (await import('./gas/Sponsor')).Sponsor);

export function TablePage({ program }: { program: ActorId }) {
  const { m, f } = useTexts();
  const { connection, link } = useChain();
  const table = useTable(program);
  const status = table?.view.status;
  useEffect(() => {
    if (status === 'ready') rememberTable({ node: connection.url, program });
  }, [status, connection.url, program]);
  if (!table) return null;
  const { view, session } = table;
  switch (view.status) {
    case 'absent':
      return (
        <Notice tone="error" title={m.table.absentTitle}>
          <p>{m.table.absentText}</p>
          <p className="mono breakable">{program}</p>
          <HomeLink />
        </Notice>
      );
    case 'other':
      return (
        <Notice tone="error" title={m.table.otherTitle}>
          <p>{m.table.otherText}</p>
          <p className="mono breakable">{program}</p>
          <HomeLink />
        </Notice>
      );
    case 'loading':
      if (link.status !== 'online') return null;
      if (view.failure) {
        return (
          <Notice tone="error" title={m.table.failedTitle}>
            <p>{f.failure(view.failure)}</p>
          </Notice>
        );
      }
      return <Loading>{m.table.loading}</Loading>;
    case 'ready':
      return view.state && <ReadyTable key={program} session={session} view={view} state={view.state} />;
  }
}

/** Whether the last game's pot is paid, as far as the page knows. */
function isPaid({ unsettled }: TableView): boolean {
  return unsettled === null || (unsettled !== 'unknown' && unsettled.kind !== 'gameOver');
}

interface ReadyTableProps {
  session: TableSession;
  view: TableView;
  state: GameState;
}

function ReadyTable({ session, view, state }: ReadyTableProps) {
  const { m, f } = useTexts();
  const { account } = useAccounts();
  const { connection, link } = useChain();
  const { program } = session;
  const isDeaf = link.status !== 'online';
  const clock = useChainTime(session.clock);
  useIntroduction([
    ...state.players.map(({ id }) => id),
    state.owner,
    ...(state.lastGame ? [state.lastGame.winner] : []),
  ]);
  const url = new URL(hrefOf({ name: 'table', program }, connection.url), location.href).href;
  // A voucher may have paid for whatever happened.
  useEffect(() => vouchersChanged(), [state]);
  const actions = useTableActions(program);
  useSharedGuest(program, state);
  const seat = useSeatOn(view.genesis, program);
  useEffect(() => {
    // A seat that was taken elsewhere, for example on the command line, calls for its player here from now on.
    if (seat && !isElsewhere(state, seat.account, claimOf(program, seat.account))) noteSeat(seat, state);
  }, [seat, program, state]);
  const taken = useTakenSeat(seat);
  const locks = useLocks(state, clock);
  const net = useNet(program, state, actions.acting.step !== null);
  const opening = useOpening(seat, account ? state.commitments.get(account.id) : undefined);
  const isCalm = useIsCalm(session, state, account?.id ?? null, opening, clock);
  const moment = useMoment({ state, history: view.history, taken, clock });
  // What surrounds a scene must not tell its end.
  const { shown } = moment;
  useGameSounds(state, account?.id ?? null, moment.scene);
  const { clear } = actions.acting;
  const { gamesFinished, round, stage, config } = state;
  // A free host can invite friends without a wallet by their names.
  const isFreeHost = account?.id === state.owner && (state.nextConfig ?? config).betSize === 0n;
  // An action that comes to nothing, for example one that a wallet never signs, must not keep the person from what
  // the next stage asks for.
  const now = `${gamesFinished}/${round}/${stage}`;
  const acted = useRef(now);
  useEffect(() => {
    if (acted.current !== now) clear();
    acted.current = now;
  }, [clear, now]);
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
            url={url}
            state={state}
            history={view.history}
            isPaid={isPaid(view)}
            isDue={view.due !== null}
            locks={locks}
            net={net}
            again={
              canPlayAgain(state, account?.id ?? null) ? (
                <UnknownCode program={program} code={view.code}>
                  <AgainPanel program={program} state={state} history={view.history} actions={actions} />
                </UnknownCode>
              ) : null
            }
          >
            <UnknownCode program={program} code={view.code}>
              <ActionPanel session={session} genesis={view.genesis} state={state} due={view.due} actions={actions} />
            </UnknownCode>
          </MomentPanel>
          <BracketCard {...shown} />
          <BotPlayer session={session} state={state} />
          <TermsCard {...shown} closableFrom={view.closableFrom}>
            <CalendarButton program={program} url={url} state={state} clock={clock} />
          </TermsCard>
          {!moment.isOver && <LastGame state={shown.state} />}
          <Duel {...shown} />
        </div>
        <div className="table-side">
          <Players state={shown.state} />
          <ProgramId label={m.table.id} program={program} code={view.code} />
          {/* It grows: nothing stands below it. */}
          <Log history={shown.history} onLookBack={session.lookBack} />
        </div>
        {account?.id === state.owner && (
          <CrashBoundary>
            <OwnerPanel program={program} state={state} fallback={null} />
          </CrashBoundary>
        )}
      </div>
    </>
  );
}
