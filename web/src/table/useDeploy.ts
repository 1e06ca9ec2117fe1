import { useState } from 'react';
import { useAccounts } from '../app/accounts';
import { useChain } from '../app/chain';
import { useToast } from '../app/toasts';
import { failureOf, type Failure } from '../chain/failure';
import type { ActorId } from '../chain/hex';
import type { Interface } from '../chain/metadata';
import { deploy, type Step } from '../chain/program';

export interface Deploying {
  step: Step | null;
  failure: Failure | null;
  /** The program that may be there all the same. */
  perhaps: ActorId | null;
  /** Deploys, says so, and goes to the new program's screen. */
  send: (config: unknown, done: string, hrefOf: (program: ActorId, node: string) => string) => Promise<void>;
}

export function useDeploy(types: Interface, load: () => Promise<Uint8Array>): Deploying {
  const { account } = useAccounts();
  const { connection, link } = useChain();
  const toast = useToast();
  const [step, setStep] = useState<Step | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [perhaps, setPerhaps] = useState<ActorId | null>(null);
  const send: Deploying['send'] = async (config, done, hrefOf) => {
    if (link.status !== 'online' || !account) return;
    setFailure(null);
    setPerhaps(null);
    let signed: ActorId | null = null;
    try {
      const program = await deploy(link, types, await load(), account, config, setStep, (id) => {
        signed = id;
      });
      toast(done);
      location.hash = hrefOf(program, connection.url);
    } catch (error) {
      console.warn('The program was not deployed:', error);
      const why = failureOf(error);
      setFailure(why);
      if (why.kind === 'lost' || why.kind === 'silent') setPerhaps(signed);
    } finally {
      setStep(null);
    }
  };
  return { step, failure, perhaps, send };
}
