import { useEffect, useMemo, useState } from 'preact/compat';
import { aside } from '../lib/aside';
import { useAccounts } from '../visitor/accounts';
import { useChain } from '../visitor/chain';
import { follow } from '../visitor/route';
import { useToast } from '../ui/toasts';
import { costOf, deploy, type Cost, type Deployment } from '../chain/deploy';
import { failureOf, isOpen, type Failure } from '../chain/failure';
import type { ActorId } from '../chain/hex';
import type { Interface } from '../chain/metadata';
import type { Step } from '../chain/submit';
import { useTexts } from '../i18n';
import { keepsAsking } from '../lib/pause';

/** A program that can be deployed. */
export interface Deployable {
  types: Interface;
  load: () => Promise<Uint8Array>;
  /** The most gas that starting it takes, as published. */
  bound: bigint | null;
  /** An example config of about the usual length: its content does not change the price. */
  example: unknown;
  /** Remembers a program before it is sent, so that a closed window does not lose it. */
  keep?: (deployed: { node: string; program: ActorId }) => void;
  /** Forgets a program that does not exist. */
  drop?: (program: ActorId) => void;
}

export interface Deploying {
  step: Step | null;
  failure: Failure | null;
  /** The present price, once it is known. */
  cost: Cost | null;
  /** The program that may exist although deploying it failed. */
  perhaps: ActorId | null;
  /** Deploys, reports it, and opens the new program's screen. */
  send: (config: unknown, done: string, hrefOf: (program: ActorId, node: string) => string) => Promise<void>;
}

export function useDeploy(deployable: Deployable): Deploying {
  const { account } = useAccounts();
  const { connection, link } = useChain();
  const { m, f } = useTexts();
  const toast = useToast();
  const cost = useCost(deployable);
  const [step, setStep] = useState<Step | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [perhaps, setPerhaps] = useState<ActorId | null>(null);
  const send: Deploying['send'] = async (config, done, hrefOf) => {
    setPerhaps(null);
    if (link.status !== 'online' || !account) {
      setFailure({ kind: 'lost' });
      return;
    }
    setFailure(null);
    // Set before the code is loaded, so that the press visibly counts.
    setStep('checking');
    let planned = null as ActorId | null;
    try {
      const deployment = await deploymentOf(deployable, config);
      const onStep = (now: Step): void => {
        setStep(now);
        if (now === 'sending' && planned) deployable.keep?.({ node: connection.url, program: planned });
      };
      const { program, spent } = await deploy(link, deployment, account, onStep, (id) => {
        planned = id;
      });
      toast(`${done} ${m.deploy.spent(f.roundedUp(spent))}`);
      follow(hrefOf(program, connection.url));
    } catch (error) {
      console.warn('The program was not deployed:', error);
      const why = failureOf(error);
      setFailure(why);
      if (isOpen(why)) setPerhaps(planned);
      else if (planned) deployable.drop?.(planned);
    } finally {
      setStep(null);
    }
  };
  return { step, failure, cost, perhaps, send };
}

async function deploymentOf({ types, load, bound }: Deployable, config: unknown): Promise<Deployment> {
  return { types, code: await load(), config, bound };
}

/** The price of deploying for the chosen account. Asks the chain until it answers. */
function useCost(deployable: Deployable): Cost | null {
  const { account } = useAccounts();
  const { link } = useChain();
  const online = link.status === 'online' ? link : null;
  const [found, setFound] = useState<{ of: object; cost: Cost } | null>(null);
  const of = useMemo(() => ({ deployable, account, online }), [deployable, account, online]);
  useEffect(() => {
    if (!online || !account) return;
    const over = new AbortController();
    const ask = async (): Promise<void> => {
      const deployment = await deploymentOf(deployable, deployable.example);
      const cost = await costOf(online, deployment, account);
      if (!over.signal.aborted) setFound({ of, cost });
    };
    aside(keepsAsking(ask, over.signal, 'The price of a deployment'), 'The price of a deployment');
    return () => over.abort();
  }, [of, deployable, account, online]);
  return found?.of === of ? found.cost : null;
}
