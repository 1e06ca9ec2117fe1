import { useState, type ReactNode } from 'react';
import { useChain } from '../app/chain';
import { readAmount, writeAmount } from '../app/amount';
import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { MAX_SEATS, problemsOf, TIMEOUTS, type GameConfig, type Timeout } from '../rpsls/config';
import { Field } from '../ui/Field';
import { UNITS, durationOf, splitDuration, type Duration, type Unit } from './duration';

/** What somebody has typed; it need not be a config yet. */
interface Draft {
  bet: string;
  seats: string;
  durations: Record<Timeout, Duration>;
}

type Problems = Partial<Record<keyof GameConfig, string>>;

const VARA_EXISTENTIAL_DEPOSIT = 1_000_000_000_000n;

interface ConfigFormProps {
  initial: GameConfig;
  /** Turns the config that was typed into what sends it. */
  children: (config: GameConfig | null) => ReactNode;
}

export function ConfigForm({ initial, children }: ConfigFormProps) {
  const { m, f } = useTexts();
  const { link } = useChain();
  const [draft, setDraft] = useState(() => draftOf(initial));
  const { config, problems } = readDraft(draft, m);
  const least = link.status === 'online' ? link.chain.existentialDeposit : VARA_EXISTENTIAL_DEPOSIT;
  const presets = [
    ['quick', { amount: '1', unit: 'min' }],
    ['live', { amount: '10', unit: 'min' }],
    ['day', { amount: '1', unit: 'd' }],
  ] as const;
  return (
    <div className="form">
      <div className="columns">
        <Field label={`${m.config.betSize} (VARA)`} hint={m.config.betHint(f.amount(least))} error={problems.betSize}>
          {(props) => (
            <input
              {...props}
              inputMode="decimal"
              autoComplete="off"
              value={draft.bet}
              onChange={(event) => setDraft({ ...draft, bet: event.target.value })}
            />
          )}
        </Field>
        <Field label={m.config.seats} hint={m.config.seatsHint} error={problems.seats}>
          {(props) => (
            <input
              {...props}
              inputMode="numeric"
              autoComplete="off"
              value={draft.seats}
              onChange={(event) => setDraft({ ...draft, seats: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="row" role="group" aria-label={m.config.presets}>
        {presets.map(([name, duration]) => (
          <button
            key={name}
            type="button"
            className="chip"
            onClick={() => setDraft({ ...draft, durations: allOf(duration) })}
          >
            {m.config.preset[name]}
          </button>
        ))}
      </div>
      <div className="columns three">
        {TIMEOUTS.map((timeout) => (
          <DurationField
            key={timeout}
            label={m.config[timeout]}
            error={problems[timeout]}
            duration={draft.durations[timeout]}
            onChange={(duration) =>
              setDraft({ ...draft, durations: { ...draft.durations, [timeout]: duration } })
            }
          />
        ))}
      </div>
      {children(config)}
    </div>
  );
}

interface DurationFieldProps {
  label: string;
  error: string | undefined;
  duration: Duration;
  onChange: (duration: Duration) => void;
}

function DurationField({ label, error, duration, onChange }: DurationFieldProps) {
  const { m } = useTexts();
  return (
    <Field label={label} hint={m.config.timeoutHint} error={error}>
      {(props) => (
        <div className="with-button">
          <input
            {...props}
            inputMode="numeric"
            autoComplete="off"
            value={duration.amount}
            onChange={(event) => onChange({ ...duration, amount: event.target.value })}
          />
          <select
            aria-label={`${label}: ${m.config.unit}`}
            value={duration.unit}
            onChange={(event) => onChange({ ...duration, unit: event.target.value as Unit })}
          >
            {UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {m.units[unit]}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}

function allOf(duration: Duration): Record<Timeout, Duration> {
  return { entryTimeout: duration, moveTimeout: duration, revealTimeout: duration };
}

function draftOf(config: GameConfig): Draft {
  return {
    bet: writeAmount(config.betSize),
    seats: String(config.seats),
    durations: {
      entryTimeout: splitDuration(config.entryTimeout),
      moveTimeout: splitDuration(config.moveTimeout),
      revealTimeout: splitDuration(config.revealTimeout),
    },
  };
}

const WHOLE = /^\d+$/;

function readDraft(draft: Draft, m: Messages): { config: GameConfig | null; problems: Problems } {
  const problems: Problems = {};
  const betSize = readAmount(draft.bet);
  if (betSize === null) problems.betSize = m.config.problems.notAmount;
  const seats = WHOLE.test(draft.seats.trim()) ? Number(draft.seats) : null;
  if (seats === null) problems.seats = m.config.problems.notNumber;
  else if (seats > MAX_SEATS) problems.seats = m.config.problems.tooManySeats;
  const timeouts: Partial<Record<Timeout, number>> = {};
  for (const timeout of TIMEOUTS) {
    const duration = durationOf(draft.durations[timeout]);
    if (duration === null) problems[timeout] = m.config.problems.notNumber;
    else timeouts[timeout] = duration;
  }
  const { entryTimeout, moveTimeout, revealTimeout } = timeouts;
  const isRead = betSize !== null && seats !== null && seats <= MAX_SEATS;
  if (!isRead || entryTimeout === undefined || moveTimeout === undefined || revealTimeout === undefined) {
    return { config: null, problems };
  }
  const config: GameConfig = { betSize, seats, entryTimeout, moveTimeout, revealTimeout };
  for (const [field, problem] of Object.entries(problemsOf(config))) {
    problems[field as keyof GameConfig] = m.config.problems[problem];
  }
  return { config: Object.keys(problems).length === 0 ? config : null, problems };
}
