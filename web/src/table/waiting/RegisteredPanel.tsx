import { useState } from 'preact/compat';
import type { ActorId } from '../../lib/hex';
import { pressed } from '../../lib/aside';
import { useTexts } from '../../i18n';
import { late } from '../../lib/late';
import { ActButton } from '../../way/ActButton';
import { useNews } from '../../way/attention';
import { ShareButton } from '../../way/ShareDialog';
import type { Opening } from '../../rpsls/secrets';
import type { GameState } from '../../rpsls/state';
import { Heading } from '../../ui/Heading';
import { AwaitedLine } from '../../ui/Loading';
import { useIsPast } from '../../ui/useIsPast';
import { isGuest, useAccounts } from '../../way/accounts';
import { useSharedLink } from '../../way/shared';
import type { TableActions } from '../actions';
import { BeHere } from '../BeHere';
import { Committed } from '../Committed';
import { TellMe } from './TellMe';

/** Tells whether strangers find the table. */
const ListedNote = late(async () => (await import('../../club/ListedNote')).ListedNote);

/** After so long alone, ms, the page offers something else to do. */
const LONG = 30_000;

interface RegisteredPanelProps {
  program: ActorId;
  state: GameState;
  actions: TableActions;
  opening: Opening;
}

/** The panel for a player with a seat who waits for the game to start. */
export function RegisteredPanel({ program, state, actions, opening }: RegisteredPanelProps) {
  const { m } = useTexts();
  const isAlone = state.players.length < 2;
  const isFree = state.config.betSize === 0n;
  const [since] = useState(Date.now);
  const isLong = useIsPast(Date.now, since + LONG);
  useNews(isAlone ? null : m.act.joined, 'turn');
  const text = opening.kind === 'here' ? m.act.registeredMoved : m.act.registeredText;
  return (
    <>
      <Heading
        title={m.act.registeredTitle}
        text={isAlone ? m.act[isLong ? 'registeredLong' : 'registeredAlone'](isFree) : text}
      />
      {isAlone && <Alone program={program} />}
      <BeHere program={program} state={state} isAlone={isAlone} />
      <Committed opening={opening} />
      <ActButton tone="quiet" step={actions.acting.step} onClick={() => pressed(actions.leave())}>
        {m.act.leave(isFree)}
      </ActButton>
    </>
  );
}

/** What helps somebody who waits alone. */
function Alone({ program }: { program: ActorId }) {
  const { m } = useTexts();
  const { account } = useAccounts();
  const link = useSharedLink({ name: 'table', program });
  // A guest's host does the inviting.
  const isInvited = account !== null && isGuest(account);
  return (
    <>
      <ListedNote program={program} fallback={<AwaitedLine />} />
      <div className="waiting">
        <TellMe />
        {!isInvited && <ShareButton title={m.table.shareTitle} link={link} tone="quiet" />}
      </div>
    </>
  );
}
