import { useState } from 'preact/compat';
import type { GasNote } from '../chain/act';
import { failureOf } from '../chain/failure';
import type { Step } from '../chain/submit';
import { NotOpened, openTable } from '../club/open';
import { refusalOf, useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import type { ActorId } from '../lib/hex';
import type { GameConfig } from '../rpsls/config';
import { USUAL } from '../rpsls/rules';
import { useToast } from '../ui/toasts';
import { useAccounts } from '../way/accounts';
import { useChain } from '../way/chain';
import { goTo } from '../way/route';

/** Opens a table through a club, and goes there. */
export function useOpening(club: ActorId) {
  const { m, f } = useTexts();
  const t = useClubTexts();
  const { connection, link } = useChain();
  const { account } = useAccounts();
  const toast = useToast();
  const [step, setStep] = useState<Step | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const open = async (config: GameConfig, title: string): Promise<void> => {
    if (link.status !== 'online' || !account) {
      setTrouble(m.failures.lost);
      return;
    }
    setTrouble(null);
    setStep('checking');
    try {
      const progress = { onStep: setStep, onGas: (note: GasNote) => toast(f.gasNote(note)), givenUp: link.lost };
      const opening = { config, rules: USUAL, title };
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
  return { step, trouble, open };
}
