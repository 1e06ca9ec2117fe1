import { useState, type ReactNode } from 'preact/compat';
import { useAccounts } from '../way/accounts';
import type { Hex } from '../lib/hex';
import { useTexts } from '../i18n';
import { mayGoOn } from '../rpsls/knockout';
import { isIn, statusOf } from '../rpsls/state';
import { sharesDueOf } from '../rpsls/stop';
import { Guarded } from '../way/guard';
import { useSeatOn } from './actions';
import { useAttention } from '../way/attention';
import { Heading } from '../ui/Heading';
import { GasNotice } from './gas/GasNotice';
import { RegisterPanel } from './RegisterPanel';
import { TroubleNotice } from './TroubleNotice';
import type { Settlement, TableSession } from './session';
import { useKeptFocus } from '../lib/useKeptFocus';
import { useKeptHeight } from '../lib/useKeptHeight';
import { useOpening } from './useSecrets';
import { Meanwhile } from './waiting/Meanwhile';
import { RegisteredPanel } from './waiting/RegisteredPanel';
import { WatchPanel } from './WatchPanel';
import { DuePanel, SharesPanel, type PanelProps } from './DuePanel';
import { RevealedPanel, RevealPanel } from './RevealPanel';
import { MovedPanel, MovePanel } from './MovePanel';

interface ActionPanelProps extends PanelProps {
  session: TableSession;
  /** The genesis hash of the chain that the state comes from. */
  genesis: Hex | null;
  due: Settlement | null;
}

/** What the person can do now, and nothing else. */
export function ActionPanel({ session, genesis, state, due, actions }: ActionPanelProps) {
  const { account } = useAccounts();
  const status = statusOf(state, account?.id ?? null);
  const commitment = account ? state.commitments.get(account.id) : undefined;
  const opening = useOpening(useSeatOn(genesis, session.program), commitment);
  // A due reveal calls for itself, unless this browser lacks its opening.
  useAttention(status === 'toMove' || (status === 'toReveal' && opening.kind === 'absent'));

  const panel = (): ReactNode => {
    const shares = sharesDueOf(state);
    if (shares > 0n) return <SharesPanel state={state} actions={actions} hasAccount={account !== null} />;
    if (!account) return <WatchPanel program={session.program} state={state} />;
    switch (status) {
      case 'notRegistered':
        return <RegisterPanel program={session.program} state={state} actions={actions} />;
      case 'registered':
        return <RegisteredPanel program={session.program} state={state} actions={actions} opening={opening} />;
      case 'toMove':
        // The key makes a new round begin with a new password.
        return (
          <MovePanel
            key={`${account.id}/${state.gamesFinished}/${state.round}`}
            state={state}
            actions={actions}
            me={account.id}
          />
        );
      case 'moved':
        return <MovedPanel state={state} opening={opening} />;
      case 'toReveal':
        return <RevealPanel session={session} state={state} opening={opening} />;
      case 'revealed':
        return <RevealedPanel state={state} />;
      case 'out':
        return <OutPanel />;
    }
  };
  // The bot stays for those who have begun to play it.
  const isAlone = status === 'registered' && state.players.length < 2;
  const game = `${account?.id}/${state.gamesFinished}`;
  const [botOf, setBotOf] = useState<string | null>(null);
  if (isAlone && botOf !== game) setBotOf(game);
  // Two boards would take one key for two moves.
  const isChoosing = status === 'toMove' || (status === 'toReveal' && mayGoOn(state));
  const hasBot = botOf === game && account !== null && isIn(state, account.id) && !isChoosing;
  const room = useKeptHeight(hasBot ? game : null);
  return (
    <section className={`card act ${status}`} aria-live="polite" {...useKeptFocus(`${account?.id}/${status}`)}>
      <Guarded content={`${account?.id}/${state.stage}/${status}/${due?.kind}`}>
        {due && due.kind !== 'extended' && (
          <DuePanel state={state} actions={actions} isClosed={due.kind === 'closed'} hasAccount={account !== null} />
        )}
        <div className="act-panel" ref={room}>
          {panel()}
        </div>
      </Guarded>
      {account && isIn(state, account.id) && (
        <GasNotice key={String(isAlone)} program={session.program} state={state} />
      )}
      <TroubleNotice acting={actions.acting} />
      {hasBot && <Meanwhile />}
    </section>
  );
}

function OutPanel() {
  const { m } = useTexts();
  return <Heading title={m.act.outTitle} text={m.act.outText} />;
}
