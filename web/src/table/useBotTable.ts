import { useState } from 'preact/compat';
import { part } from '../lib/part';
import { RPSLS, rpslsProgram } from '../rpsls/artifacts';
import { isDev, useAccounts } from '../way/accounts';
import { useChain } from '../way/chain';
import { goTo } from '../way/route';
import { failureOf, type Failure } from '../chain/failure';
import type { Step } from '../chain/submit';
import type { GameConfig } from '../rpsls/config';
import { INIT_GAS } from '../rpsls/gas';
import { encodableTable, USUAL } from '../rpsls/rules';
import { bots } from './bots';

/** The config of a practice table: it leaves time to read what each stage is about. */
const CONFIG: GameConfig = {
  betSize: 0n,
  seats: 2,
  entryTimeout: 600_000,
  moveTimeout: 600_000,
  revealTimeout: 600_000,
};

/** Sets up a free table with a bot, on a chain whose accounts are everybody's. Null on other chains. */
export function useBotTable() {
  const { connection, link } = useChain();
  const { account, accounts, select } = useAccounts();
  const [step, setStep] = useState<Step | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const dev = accounts.filter(isDev);
  const me = account ?? dev[0];
  const bot = dev.findLast(({ id }) => id !== me?.id);
  if (link.status !== 'online' || !me || !bot) return null;
  const start = async (): Promise<void> => {
    setFailure(null);
    setStep('checking');
    try {
      const config = encodableTable(CONFIG, USUAL);
      // Few press it.
      const { deploy } = await part(() => import('../chain/deploy'));
      const deployment = { types: RPSLS, code: await rpslsProgram(), config, bound: INIT_GAS };
      const { program } = await deploy(link, deployment, bot, setStep, (id) => {
        bots.seat(id, bot.id);
      });
      select(me);
      goTo({ name: 'table', program }, connection.url);
    } catch (error) {
      console.warn('There is no practice table:', error);
      setFailure(failureOf(error));
    } finally {
      setStep(null);
    }
  };
  return { step, failure, start };
}
