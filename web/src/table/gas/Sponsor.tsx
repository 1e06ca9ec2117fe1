import { useRef, useState } from 'preact/compat';
import { pressed } from '../../lib/aside';
import type { ActorId } from '../../lib/hex';
import { useTexts } from '../../i18n';
import type { GameState } from '../../rpsls/state';
import { Field } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { ActButton } from '../../way/ActButton';
import { useEndowment } from './useCosts';
import { guestsIn, MOST_GUESTS } from './guestsIn';
import { useSponsor, type Guests } from './useSponsor';
import { SponsoredList } from './SponsoredList';

/** Lets a host pay for other people's gas at this table. */
export function Sponsor({ program, state }: { program: ActorId; state: GameState }) {
  const { m, f } = useTexts();
  const config = state.nextConfig ?? state.config;
  const terms = { config, rules: state.nextRules ?? state.rules };
  const endowment = useEndowment(program, terms);
  const { step, failure, sponsor } = useSponsor(program, terms);
  const [text, setText] = useState('1');
  const field = useRef<HTMLTextAreaElement>(null);
  const guests = guestsIn(text);
  const issue = async (guests: Guests): Promise<void> => {
    // The same press once more would pay for as many again.
    if (await sponsor(guests)) setText((now) => (now === text ? '' : now));
  };
  const count = guests ? guests.accounts.length + guests.fresh.length : 0;
  return (
    <section className="sponsor">
      <h3>{m.sponsor.title}</h3>
      <p className="hint">{m.sponsor.intro}</p>
      <Field
        label={m.sponsor.whom}
        hint={m.sponsor.whomHint}
        error={guests || text === '' ? null : m.sponsor.bad(MOST_GUESTS)}
      >
        {(props) => (
          <textarea
            {...props}
            ref={field}
            rows={2}
            className="mono"
            value={text}
            spellcheck={false}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      {config.betSize > 0n && <p className="hint">{m.sponsor.betToo(f.amount(config.betSize))}</p>}
      <div className="row">
        <ActButton
          tone="quiet"
          step={step}
          isDisabled={(guests === null && text !== '') || endowment === null}
          onClick={() => (guests ? pressed(issue(guests)) : field.current?.focus())}
        >
          {endowment && count > 0
            ? m.sponsor.issue(count, f.rounded(endowment.value * BigInt(count)))
            : m.sponsor.title}
        </ActButton>
      </div>
      {failure && (
        <Notice tone="error">
          <p>{f.failure(failure)}</p>
        </Notice>
      )}
      <SponsoredList program={program} state={state} isIssuing={step !== null} />
    </section>
  );
}
