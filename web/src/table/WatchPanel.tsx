import { useTexts } from '../i18n';
import type { ActorId } from '../lib/hex';
import { placesOf } from '../rpsls/rules';
import type { GameState } from '../rpsls/state';
import { Heading } from '../ui/Heading';
import { AccountChooser } from '../way/AccountChooser';
import { LANDED } from '../way/route';
import { InvitedBy } from './InvitedBy';
import { TryFirst } from './TryFirst';

/** The panel for a visitor without an account, who mostly came by somebody's link. */
export function WatchPanel({ program, state }: { program: ActorId; state: GameState }) {
  const { m } = useTexts();
  const { stage, players, config, rules } = state;
  const isInvited = stage === 'preparation' && players.length < placesOf(rules, config);
  const isFree = config.betSize === 0n;
  return (
    <>
      {isInvited ? (
        <>
          <InvitedBy state={state} isInvited={LANDED.includes(program)} />
          <ol className="invitation">
            {m.home.steps.map(([title, text], index) => (
              <li key={title}>
                <strong>{m.sentence(title)}</strong> {index === 0 && isFree ? m.act.registerFree : text}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <Heading title={m.act.watchTitle} text={m.act.watchText} />
      )}
      <TryFirst program={program} />
      {isInvited && <p className="muted">{m.act.watchText}</p>}
      <AccountChooser />
    </>
  );
}
