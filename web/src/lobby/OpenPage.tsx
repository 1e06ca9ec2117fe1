import { useState } from 'preact/compat';
import { pressed } from '../lib/aside';
import type { GasNote } from '../chain/act';
import { failureOf } from '../chain/failure';
import type { ActorId } from '../lib/hex';
import type { Step } from '../chain/submit';
import { NotOpened, openTable } from '../club/open';
import { isFair } from '../club/state';
import { USUAL } from '../rpsls/rules';
import { titleProblem } from '../club/title';
import { refusalOf, useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { ActButton } from '../program/ActButton';
import { NEW_DUEL, type GameConfig } from '../rpsls/config';
import { ConfigForm } from '../table/ConfigForm';
import { RulesNote } from '../table/RulesNote';
import { Card } from '../ui/Card';
import { Field } from '../ui/Field';
import { Notice } from '../ui/Notice';
import { useToast } from '../ui/toasts';
import { AccountChooser } from '../visitor/AccountChooser';
import { useAccounts } from '../visitor/accounts';
import { useChain } from '../visitor/chain';
import { goTo } from '../visitor/route';
import { OpeningPrice } from './OpeningPrice';
import { useOpeningCost } from './useOpeningCost';

/** The form for somebody who wants a table that strangers find. */
export function OpenPage({ club }: { club: ActorId }) {
  const { m, f } = useTexts();
  const t = useClubTexts();
  const { connection, link } = useChain();
  const { account } = useAccounts();
  const toast = useToast();
  const cost = useOpeningCost(club);
  const [title, setTitle] = useState('');
  const [step, setStep] = useState<Step | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const problem = titleProblem(title.trim());
  const open = async (config: GameConfig): Promise<void> => {
    if (link.status !== 'online' || !account) {
      setTrouble(m.failures.lost);
      return;
    }
    setTrouble(null);
    setStep('checking');
    try {
      const progress = { onStep: setStep, onGas: (note: GasNote) => toast(f.gasNote(note)), givenUp: link.lost };
      const opening = { config, rules: USUAL, title: title.trim() };
      const table = await openTable(link, club, account, opening, progress);
      toast(t.opening.done);
      goTo({ name: 'table', program: table }, connection.url);
    } catch (error) {
      console.warn('No table was opened:', error);
      setTrouble(error instanceof NotOpened ? refusalOf(error, t, m, f) : f.failure(failureOf(error)));
    } finally {
      setStep(null);
    }
  };
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
                      onClick={() => config && pressed(open(config))}
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
