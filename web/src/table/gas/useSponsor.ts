import { useToast } from '../../ui/toasts';
import type { Online } from '../../chain/connection';
import { failureOf, isOpen } from '../../chain/failure';
import type { ActorId, Hex } from '../../lib/hex';
import { together } from '../../chain/calls';
import { submit, type Step } from '../../chain/submit';
import { issueOf } from '../../chain/voucher';
import { keyAccount, randomSeed, type Account } from '../../chain/wallet';
import { useTexts } from '../../i18n';
import { useWork, type Work } from '../../way/useWork';
import { roundsAt, type Terms } from '../../rpsls/costs';
import type { Sponsored } from '../../rpsls/sponsored';
import { setNickname } from '../../lib/preferences';
import { endowmentOf } from '../../way/costs';
import { dropSponsored, keepSponsored } from './sponsored';

/** The guests who play at a host's cost: accounts, or keys that are made here, each with a name or an empty one. */
export interface Guests {
  accounts: ActorId[];
  fresh: string[];
}

export interface Sponsoring extends Omit<Work, 'start'> {
  /** Resolves to whether the vouchers are there. */
  sponsor: (guests: Guests) => Promise<boolean>;
}

/** Issues vouchers for a table, all in one extrinsic. */
export function useSponsor(program: ActorId, terms: Terms): Sponsoring {
  const { m } = useTexts();
  const toast = useToast();
  const { start, ...work } = useWork('No vouchers were issued');
  const sponsor = (guests: Guests): Promise<boolean> =>
    start(async (online, account, onStep) => {
      await issue(online, account, { program, terms, guests }, onStep);
      toast(m.sponsor.done(guests.accounts.length + guests.fresh.length));
    });
  return { ...work, sponsor };
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
  const { value, duration } = await endowmentOf(online, owner, program, terms.config, roundsAt(terms));
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
