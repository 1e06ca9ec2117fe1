import { useTexts } from '../i18n';
import type { ActorId } from '../chain/hex';
import type { GameState } from '../rpsls/state';
import { Heading } from '../ui/Heading';
import { AccountChooser } from '../visitor/AccountChooser';
import { usePeople } from '../visitor/people';
import { TryFirst } from './TryFirst';

/** For whoever has no account here, and has mostly come by somebody's link. */
export function WatchPanel({ program, state }: { program: ActorId; state: GameState }) {
  const { m, f } = useTexts();
  const { nameOf } = usePeople();
  const { stage, players, owner, config } = state;
  const isInvited = stage === 'preparation' && players.length < config.seats;
  const isFree = config.betSize === 0n;
  const host = nameOf(players[0]?.id ?? owner);
  return (
    <>
      {isInvited ? (
        <>
          <Heading title={m.act.invitedTitle(host, f.amountIfAny(config.betSize))} text={m.act.invitedText} />
          <ol className="invitation">
            {m.home.steps.map(([title, text], index) => (
              <li key={title}>
                <strong>{title}.</strong> {index === 0 && isFree ? m.act.registerFree : text}
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
