import { pressed } from '../lib/aside';
import { useTexts } from '../i18n';
import type { GameState } from '../rpsls/state';
import { sharesDueOf } from '../rpsls/stop';
import { Notice } from '../ui/Notice';
import { ActButton } from '../way/ActButton';
import type { TableActions } from './actions';
import { Heading } from '../ui/Heading';

/** What the panels of a table are about. */
export interface PanelProps {
  state: GameState;
  actions: TableActions;
}

interface DuePanelProps extends PanelProps {
  /** Whether the game counts as over, because nobody has acted for so long. */
  isClosed: boolean;
  hasAccount: boolean;
}

/** A stage that is over, and that a message has to settle. */
export function DuePanel({ state, actions, isClosed, hasAccount }: DuePanelProps) {
  const { m } = useTexts();
  return (
    <Notice tone="warning" icon="clock" title={isClosed ? m.act.closedTitle : m.act.dueTitle}>
      <p>{isClosed ? m.act.closedText : m.act.dueText}</p>
      {hasAccount && <AdvanceButton state={state} actions={actions} text={isClosed ? m.act.close : m.act.advance} />}
    </Notice>
  );
}

/** The panel of a lobby that stays shut until a stopped game's players are paid. */
export function SharesPanel({ state, actions, hasAccount }: PanelProps & { hasAccount: boolean }) {
  const { m, f } = useTexts();
  return (
    <>
      <Heading title={m.act.sharesTitle} text={m.act.sharesText(f.amount(sharesDueOf(state)))} />
      {hasAccount && <AdvanceButton state={state} actions={actions} text={m.act.payShares} />}
    </>
  );
}

function AdvanceButton({ state, actions, text }: PanelProps & { text: string }) {
  return (
    <ActButton step={actions.acting.step} onClick={() => pressed(actions.advance(state.players.length))}>
      {text}
    </ActButton>
  );
}
