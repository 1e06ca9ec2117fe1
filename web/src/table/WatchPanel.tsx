import { useTexts } from '../i18n';
import type { GameState } from '../rpsls/state';
import { Heading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { AccountChooser } from '../visitor/AccountChooser';
import { useChain } from '../visitor/chain';
import { usePeople } from '../visitor/people';
import { hrefOf } from '../visitor/route';

/** For whoever has no account here, and has mostly come by somebody's link. */
export function WatchPanel({ state }: { state: GameState }) {
  const { m, f } = useTexts();
  const { connection } = useChain();
  const { nameOf } = usePeople();
  const { stage, players, owner, config } = state;
  const isInvited = stage === 'preparation' && players.length < config.seats;
  const host = nameOf(players[0]?.id ?? owner);
  return (
    <>
      {isInvited ? (
        <>
          <Heading title={m.act.invitedTitle(host, f.amountIfAny(config.betSize))} text={m.act.invitedText} />
          <ol className="invitation">
            {m.home.steps.map(([title, text]) => (
              <li key={title}>
                <strong>{title}.</strong> {text}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <Heading title={m.act.watchTitle} text={m.act.watchText} />
      )}
      <div className="row">
        <a className="button quiet" href={hrefOf({ name: 'practice' }, connection.url)}>
          {m.act.tryFirst}
          <Icon name="arrow" />
        </a>
      </div>
      {isInvited && <p className="muted">{m.act.watchText}</p>}
      <AccountChooser />
    </>
  );
}
