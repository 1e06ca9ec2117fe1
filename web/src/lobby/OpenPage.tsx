import { useState } from 'preact/compat';
import { pressed } from '../lib/aside';
import type { ActorId } from '../lib/hex';
import { isFair } from '../club/state';
import { USUAL } from '../rpsls/rules';
import { titleProblem } from '../club/title';
import { useClubTexts } from '../club/texts';
import { ActButton } from '../way/ActButton';
import { NEW_DUEL } from '../rpsls/config';
import { ConfigForm } from '../table/ConfigForm';
import { RulesNote } from '../table/RulesNote';
import { Card } from '../ui/Card';
import { Field } from '../ui/Field';
import { Notice } from '../ui/Notice';
import { AccountChooser } from '../way/AccountChooser';
import { useAccounts } from '../way/accounts';
import { OpeningPrice } from './OpeningPrice';
import { useOpening } from './useOpening';
import { useOpeningCost } from './useOpeningCost';

/** The form for somebody who wants a table that strangers find. */
export function OpenPage({ club }: { club: ActorId }) {
  const t = useClubTexts();
  const { account } = useAccounts();
  const cost = useOpeningCost(club);
  const [title, setTitle] = useState('');
  const { step, trouble, open } = useOpening(club);
  const problem = titleProblem(title.trim());
  return (
    <Card title={t.open} level={1} className="narrow">
      <p className="muted">{t.opening.intro}</p>
      <ConfigForm initial={NEW_DUEL}>
        {(config) => {
          const isUnfair = config !== null && !isFair(config, USUAL);
          return (
            <>
              {isUnfair && (
                <Notice tone="warning">
                  <p>{t.errors.notFair}</p>
                </Notice>
              )}
              {config && !isUnfair && <RulesNote rules={USUAL} seats={config.seats} />}
              <Field label={t.opening.name} hint={t.opening.nameHint} error={problem && t.errors[problem]}>
                {(props) => (
                  <input
                    {...props}
                    autoComplete="off"
                    value={title}
                    onChange={(event) => setTitle(event.currentTarget.value)}
                  />
                )}
              </Field>
              {account ? (
                <>
                  <OpeningPrice cost={cost} />
                  <div className="row">
                    <ActButton
                      step={step}
                      isDisabled={config === null || isUnfair || problem !== null}
                      onClick={() => config && pressed(open(config, title.trim()))}
                    >
                      {t.opening.submit}
                    </ActButton>
                  </div>
                </>
              ) : (
                <>
                  <Notice tone="calm" icon="wallet">
                    <p>{t.opening.needAccount}</p>
                  </Notice>
                  <AccountChooser />
                </>
              )}
              {trouble && (
                <Notice tone="error">
                  <p>{trouble}</p>
                </Notice>
              )}
            </>
          );
        }}
      </ConfigForm>
    </Card>
  );
}
