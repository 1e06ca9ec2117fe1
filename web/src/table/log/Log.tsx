import { useState } from 'preact/compat';
import { pressed } from '../../lib/aside';
import { useTexts } from '../../i18n';
import type { Formats } from '../../i18n/formats';
import type { Messages } from '../../i18n/messages';
import type { Entry, History, What } from '../../rpsls/history';
import type { RevealResult, StageChange } from '../../rpsls/messages';
import { Card } from '../../ui/Card';
import { Icon, type IconName } from '../../ui/Icon';
import { Person } from '../../way/Person';

/** How many lines are shown until somebody asks for more. */
const SHORT = 12;

interface LogProps {
  history: History;
  /** Looks for earlier events. Absent if the log has all there is to tell. */
  onLookBack?: () => Promise<void>;
}

export function Log({ history, onLookBack }: LogProps) {
  const { m, f } = useTexts();
  const [isLong, setIsLong] = useState(false);
  const [looking, setLooking] = useState<'now' | 'done' | null>(null);
  const { entries, since } = history;
  const shown = isLong ? entries : entries.slice(0, SHORT);
  return (
    <Card title={m.log.title}>
      {entries.length === 0 && <p className="empty">{m.log.empty}</p>}
      <div role="log" aria-label={m.log.title}>
        <ol className="log">
          {shown.map((entry) => (
            <LogLine key={entry.key} entry={entry} />
          ))}
        </ol>
      </div>
      {shown.length < entries.length && (
        <button type="button" className="button quiet" onClick={() => setIsLong(true)}>
          {m.log.show}
        </button>
      )}
      {shown.length === entries.length && onLookBack && looking !== 'done' && (
        <button
          type="button"
          className="button quiet"
          aria-disabled={looking === 'now'}
          onClick={() => {
            if (looking === 'now') return;
            setLooking('now');
            setIsLong(true);
            pressed(onLookBack().finally(() => setLooking('done')));
          }}
        >
          {looking === 'now' && <span className="spinner" aria-hidden="true" />}
          {m.log.lookBack}
        </button>
      )}
      {since !== null && <p className="hint">{m.log.since(f.moment(since))}</p>}
    </Card>
  );
}

function LogLine({ entry: { what, time } }: { entry: Entry }) {
  const { m, f } = useTexts();
  return (
    <li className={`log-line ${what.kind}`}>
      <time className="log-time" dateTime={new Date(time).toISOString()}>
        {f.time(time)}
      </time>
      <span className="log-text">
        <Subject what={what} /> <span>{phrase(what, m, f)}</span>
      </span>
    </li>
  );
}

function Subject({ what }: { what: What }) {
  const { m } = useTexts();
  if ('who' in what) return <Person id={what.who} />;
  if (what.kind === 'missing') return <Icon name="eye" />;
  return (
    <span className="person">
      <Icon name={iconOf(what)} />
      <span className="person-name">{m.log.cause[what.kind]}</span>
    </span>
  );
}

function iconOf(what: What & { kind: 'clock' | 'filled' | 'decided' }): IconName {
  if (what.kind === 'decided') return what.result.kind === 'gameOver' ? 'trophy' : 'refresh';
  return what.kind === 'clock' ? 'clock' : 'check';
}

function phrase(what: What, m: Messages, f: Formats): string {
  switch (what.kind) {
    case 'refused':
      return m.log.refused;
    case 'failed':
      return m.log.failed;
    case 'paid':
      return m.log.paid(f.amount(what.value));
    case 'sentAway':
      return m.log.sentAway(f.amountIfAny(what.value));
    case 'clock':
    case 'filled':
      return changePhrase(what.change, m);
    case 'decided':
      return changePhrase(what.result, m);
    case 'missing':
      return m.log.missing(f.moment(what.from), f.moment(what.to));
    case 'did':
      return didPhrase(what, m);
  }
}

function didPhrase({ event, move }: What & { kind: 'did' }, m: Messages): string {
  switch (event.kind) {
    case 'successfulReveal':
      return move ? m.log.did.revealed(m.moves[move]) : m.log.did.revealedSomething;
    case 'gameWasStopped':
    case 'sharesPaid':
      return m.log.did[event.kind](event.players.length);
    case 'stageAdvanced':
      return m.log.did.advanced;
    default:
      return m.log.did[event.kind];
  }
}

function changePhrase(change: StageChange | RevealResult, m: Messages): string {
  if (change.kind === 'continue') return '';
  return 'players' in change ? m.log.clock[change.kind](change.players.length) : m.log.clock[change.kind];
}
