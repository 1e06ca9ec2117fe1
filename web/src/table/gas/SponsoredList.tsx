import { pressed } from '../../lib/aside';
import { usePreference } from '../../lib/preferences';
import { writeNames } from '../../way/names';
import { reachOf } from '../../lib/reach';
import { guestHrefOf } from '../../way/route';
import { useAccounts } from '../../way/accounts';
import { useChain } from '../../way/chain';
import { useSharedNode } from '../../way/shared';
import type { ActorId } from '../../lib/hex';
import { useTexts } from '../../i18n';
import { useLaterTexts } from '../../i18n/later';
import type { GameState } from '../../rpsls/state';
import type { Sponsored } from '../../rpsls/sponsored';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { Notice } from '../../ui/Notice';
import { Person } from '../../way/Person';
import { ActButton } from '../../way/ActButton';
import { QrCode } from '../../way/ShareDialog';
import { useLeftOf } from './useLeftOf';
import { useSponsored } from './useSponsored';
import { useTakeBack } from './useTakeBack';

interface SponsoredListProps {
  program: ActorId;
  state: GameState;
  /** Whether vouchers of new guests are on their way. */
  isIssuing: boolean;
}

/** The guests whose fees the chosen account has prepaid, with their links, and what is left of it. */
export function SponsoredList({ program, state, isIssuing }: SponsoredListProps) {
  const { m, f } = useTexts();
  const t = useLaterTexts();
  const { nameOf } = useAccounts();
  const { connection } = useChain();
  const node = useSharedNode();
  const taking = useTakeBack();
  const [nicknames = {}] = usePreference('nicknames');
  const all = useSponsored(program);
  const left = useLeftOf(all, `${state.gamesFinished}/${state.players.length}/${isIssuing}/${taking.step}`);
  // By name, as a host looks for them: the storage has them by key.
  const nameAt = ({ spender }: Sponsored): string => nicknames[spender] ?? '';
  const sponsored = [...all].sort((one, other) => nameAt(one).localeCompare(nameAt(other)));
  const isLocal = reachOf(connection.url).where === 'machine';
  const free = sponsored.reduce((sum, { spender }) => sum + (left.get(spender)?.free ?? 0n), 0n);
  if (sponsored.length === 0) return null;
  const names = writeNames(sponsored.flatMap((one) => namedOf(one, nicknames)));
  const links = sponsored.flatMap((one) => linkOf(one, node, names) ?? []);
  const shared = sharedLink(sponsored, node, names);
  return (
    <>
      <h3>{m.sponsor.list}</h3>
      <p className="hint">
        {links.length > 0 && m.paragraph(m.sponsor.linkHint, t.takeBackHint)} {isLocal && m.table.shareLocal}
      </p>
      <ul className="sponsored">
        {sponsored.map((one) => {
          const link = linkOf(one, node, names);
          const value = left.get(one.spender)?.balance;
          return (
            <li key={one.spender}>
              <Person id={one.spender} />
              <span className="number">
                {value === undefined || (value === 0n && isIssuing) ? '…' : m.sponsor.left(f.rounded(value))}
              </span>
              {link && <CopyButton text={link} label={m.sponsor.copyLink} />}
              {link && (left.get(one.spender)?.free ?? 0n) > 0n && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t.takeBackLink(nameOf(one.spender))}
                  title={t.takeBackLink(nameOf(one.spender))}
                  disabled={taking.step !== null}
                  onClick={() => pressed(taking.start([{ id: one.spender, program, seed: one.seed }]))}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="row">
        {links.length > 1 && (
          <>
            <CopyButton text={links.join('\n')} label={m.sponsor.copyAll} />
            <CopyButton text={shared} label={m.sponsor.copyShared(links.length)} />
          </>
        )}
        {free > 0n && (
          <ActButton
            tone="quiet"
            step={taking.step}
            onClick={() => pressed(taking.start(sponsored.map(({ spender: id, seed }) => ({ id, program, seed }))))}
          >
            {m.gas.takeBack(f.rounded(free))}
          </ActButton>
        )}
      </div>
      {links.length > 1 && (
        <div className="share">
          <p className="hint">{m.sponsor.sharedHint}</p>
          {!isLocal && <QrCode text={shared} label={m.table.qr} />}
        </div>
      )}
      {sponsored.some(({ seed }) => seed === null) && <p className="hint">{m.sponsor.later}</p>}
      {taking.failure && (
        <Notice tone="error">
          <p>{f.failure(taking.failure)}</p>
        </Notice>
      )}
    </>
  );
}

/** A guest whose key the host made, with the name that the host gave. */
function namedOf({ spender, seed }: Sponsored, nicknames: Record<string, string>): [ActorId, string][] {
  const name = nicknames[spender];
  return seed && name ? [[spender, name]] : [];
}

/** The link of one guest, with the names of all guests: so each knows what to call the others. */
function linkOf({ program, seed }: Sponsored, node: string, names: string): string | null {
  return seed && new URL(guestHrefOf({ name: 'table', program }, node, [seed], names), location.href).href;
}

/** One link for all guests. Each browser takes another guest's key. */
function sharedLink(sponsored: readonly Sponsored[], node: string, names: string): string {
  const [first] = sponsored;
  const seeds = sponsored.flatMap(({ seed }) => seed ?? []);
  if (!first) return '';
  return new URL(guestHrefOf({ name: 'table', program: first.program }, node, seeds, names), location.href).href;
}
