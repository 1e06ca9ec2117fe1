import { useCallback, useState } from 'preact/compat';
import { useAccounts } from '../../visitor/accounts';
import { useChain } from '../../visitor/chain';
import { useToast } from '../../ui/toasts';
import type { Online } from '../../chain/connection';
import { failureOf, isOpen, type Failure } from '../../chain/failure';
import type { ActorId, Hex } from '../../chain/hex';
import { submit, type Step } from '../../chain/submit';
import { issueOf, together } from '../../chain/voucher';
import { keyAccount, randomSeed, type Account } from '../../chain/wallet';
import { useTexts } from '../../i18n';
import { GUEST_TIME, guestMessages, longestGame, roundsAt, type Terms } from '../../rpsls/endowment';
import type { Sponsored } from '../../rpsls/sponsored';
import { setNickname } from '../../settings/preferences';
import { blocksOf, endowmentOf } from './endowment';
import { dropSponsored, keepSponsored } from './sponsored';

/** The guests who play at a host's cost: accounts, or keys that are made here, each with a name or an empty one. */
export interface Guests {
  accounts: ActorId[];
  fresh: string[];
}

export interface Sponsoring {
  step: Step | null;
  failure: Failure | null;
  sponsor: (guests: Guests) => Promise<void>;
}

/** Issues vouchers for a table, all in one extrinsic. */
export function useSponsor(program: ActorId, terms: Terms): Sponsoring {
  const { link } = useChain();
  const { account } = useAccounts();
  const { m } = useTexts();
  const toast = useToast();
  const [step, setStep] = useState<Step | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const sponsor = useCallback(
    async (guests: Guests): Promise<void> => {
      if (link.status !== 'online' || !account) {
        setFailure({ kind: 'lost' });
        return;
      }
      setFailure(null);
      setStep('checking');
      try {
        await issue(link, account, { program, terms, guests }, setStep);
        toast(m.sponsor.done(guests.accounts.length + guests.fresh.length));
      } catch (error) {
        console.warn('No vouchers were issued:', error);
        setFailure(failureOf(error));
      } finally {
        setStep(null);
      }
    },
    [link, account, program, terms, toast, m],
  );
  return { step, failure, sponsor };
}

interface Order {
  program: ActorId;
  terms: Terms;
  guests: Guests;
}

async function issue(
  online: Online,
  owner: Account,
  { program, terms, guests }: Order,
  onStep: (step: Step) => void,
): Promise<void> {
  const { chain } = online;
  const { value } = await endowmentOf(online, owner, program, terms.config, roundsAt(terms), guestMessages(terms));
  const duration = blocksOf(online, Math.max(longestGame(terms.config, roundsAt(terms)), GUEST_TIME));
  const keys = await freshKeys(guests.fresh);
  const spenders = [...guests.accounts.map((id) => ({ id, seed: null })), ...keys];
  const [first, ...rest] = spenders.map(({ id }) => issueOf({ spender: id, program, value, duration }));
  if (!first) return;
  const some = spenders.map(({ id, seed }): Sponsored => {
    return { genesis: chain.genesis, program, owner: owner.id, spender: id, seed };
  });
  keepSponsored(some);
  for (const { id, name } of keys) if (name !== '') setNickname(id, name);
  try {
    await submit(online, owner, together([first, ...rest]), onStep);
  } catch (error) {
    if (!isOpen(failureOf(error))) dropSponsored(some);
    throw error;
  }
}

async function freshKeys(names: readonly string[]): Promise<{ id: ActorId; seed: Hex; name: string }[]> {
  return Promise.all(
    names.map(async (name) => {
      const seed = randomSeed();
      return { id: (await keyAccount(seed)).id, seed, name };
    }),
  );
}
