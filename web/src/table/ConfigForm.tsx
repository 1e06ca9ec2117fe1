import { useState, type ReactNode } from 'preact/compat';
import { useChain } from '../way/chain';
import { useSymbol } from '../lib/symbol';
import { useTexts } from '../i18n';
import { FULL_BRACKETS, TIMEOUTS, type GameConfig, type Timeout } from '../rpsls/config';
import { Field } from '../ui/Field';
import { draftOf, readDraft } from './draft';
import { UNITS, type Duration, type Unit } from '../lib/duration';

const VARA_EXISTENTIAL_DEPOSIT = 1_000_000_000_000n;

interface ConfigFormProps {
  initial: GameConfig;
  /** Renders what sends the typed config. The config is null while it can't be read. */
  children: (config: GameConfig | null) => ReactNode;
}

export function ConfigForm({ initial, children }: ConfigFormProps) {
  const { m, f } = useTexts();
  const { link } = useChain();
  const symbol = useSymbol();
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
        <Field
          label={`${m.config.betSize} (${symbol})`}
          hint={m.config.betHint(f.amount(least))}
          error={problems.betSize}
        >
          {(props) => (
            <input
              {...props}
              inputMode="decimal"
              autoComplete="off"
              value={draft.bet}
              onChange={(event) => setDraft({ ...draft, bet: event.currentTarget.value })}
            />
          )}
        </Field>
        <div className="seats">
          <Field label={m.config.seats} hint={m.config.seatsHint} error={problems.seats}>
            {(props) => (
              <input
                {...props}
                inputMode="numeric"
                autoComplete="off"
                value={draft.seats}
                onChange={(event) => setDraft({ ...draft, seats: event.currentTarget.value })}
              />
            )}
          </Field>
          <div className="row" role="group" aria-label={m.config.fullBrackets}>
            {FULL_BRACKETS.map((seats) => (
              <Chip
                key={seats}
                text={String(seats)}
                isChosen={config?.seats === seats}
                onChoose={() => setDraft({ ...draft, seats: String(seats) })}
              />
            ))}
          </div>
        </div>
      </div>
      <div className="row" role="group" aria-label={m.config.presets}>
        {presets.map(([name, duration]) => (
          <Chip
            key={name}
            text={m.config.preset[name]}
            isChosen={TIMEOUTS.every((timeout) => isSame(draft.durations[timeout], duration))}
            onChoose={() => setDraft({ ...draft, durations: allOf(duration) })}
          />
        ))}
      </div>
      <p className="hint">{m.config.timeoutHint}</p>
      <div className="columns three">
        {TIMEOUTS.map((timeout) => (
          <DurationField
            key={timeout}
            label={m.config[timeout]}
            error={problems[timeout]}
            duration={draft.durations[timeout]}
            onChange={(duration) => setDraft({ ...draft, durations: { ...draft.durations, [timeout]: duration } })}
          />
        ))}
      </div>
      {children(config)}
    </div>
  );
}

/** A choice that fills in several fields. */
function Chip({ text, isChosen, onChoose }: { text: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" className="chip" aria-pressed={isChosen} onClick={onChoose}>
      {text}
    </button>
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
    <Field label={label} error={error}>
      {(props) => (
        <div className="with-button">
          <input
            {...props}
            inputMode="numeric"
            autoComplete="off"
            value={duration.amount}
            onChange={(event) => onChange({ ...duration, amount: event.currentTarget.value })}
          />
          <select
            aria-label={`${label}: ${m.config.unit}`}
            value={duration.unit}
            onChange={(event) => onChange({ ...duration, unit: event.currentTarget.value as Unit })}
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

function isSame(one: Duration, other: Duration): boolean {
  return one.amount === other.amount && one.unit === other.unit;
}

function allOf(duration: Duration): Record<Timeout, Duration> {
  return { entryTimeout: duration, moveTimeout: duration, revealTimeout: duration };
}
