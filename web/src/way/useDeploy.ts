import { useState } from 'preact/compat';
import { useChain } from './chain';
import { follow } from './route';
import { useToast } from '../ui/toasts';
import { costOf, deploy, type Cost, type Deployment } from '../chain/deploy';
import { failureOf, isOpen, type Failure } from '../chain/failure';
import type { ActorId } from '../lib/hex';
import type { Interface } from '../chain/metadata';
import type { Step } from '../chain/submit';
import { useTexts } from '../i18n';
import { useAsked, type Asking } from './useAsked';
import { useWork } from './useWork';

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
  const { connection } = useChain();
  const { m, f } = useTexts();
  const toast = useToast();
  const cost = useAsked(deployable, askCost, 'The price of a deployment');
  const { step, failure, start } = useWork('The program was not deployed');
  const [perhaps, setPerhaps] = useState<ActorId | null>(null);
  const send: Deploying['send'] = async (config, done, hrefOf) => {
    setPerhaps(null);
    await start(async (online, account, onStep) => {
      let planned = null as ActorId | null;
      const onDeployStep = (now: Step): void => {
        onStep(now);
        if (now === 'sending' && planned) deployable.keep?.({ node: connection.url, program: planned });
      };
      try {
        const deployment = await deploymentOf(deployable, config);
        const { program, spent } = await deploy(online, deployment, account, onDeployStep, (id) => {
          planned = id;
        });
        toast(`${done} ${m.deploy.spent(f.roundedUp(spent))}`);
        follow(hrefOf(program, connection.url));
      } catch (error) {
        if (isOpen(failureOf(error))) setPerhaps(planned);
        else if (planned) deployable.drop?.(planned);
        throw error;
      }
    });
  };
  return { step, failure, cost, perhaps, send };
}

async function deploymentOf({ types, load, bound }: Deployable, config: unknown): Promise<Deployment> {
  return { types, code: await load(), config, bound };
}

const askCost: Asking<Deployable, Cost> = async (online, account, deployable) =>
  costOf(online, await deploymentOf(deployable, deployable.example), account);
