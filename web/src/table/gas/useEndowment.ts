import { useEffect, useMemo, useState } from 'preact/compat';
import { aside } from '../../lib/aside';
import { useAccounts } from '../../visitor/accounts';
import { useChain } from '../../visitor/chain';
import type { ActorId } from '../../chain/hex';
import { canSponsor } from '../../chain/voucher';
import { roundsAt, type Endowment, type Terms } from '../../rpsls/endowment';
import { endowmentOf } from './endowment';
import { keepsAsking } from '../../lib/pause';

/** What would be laid aside for this many messages of a game. Null until the chain has told the cost. */
export function useEndowment(program: ActorId, terms: Terms, messages: number): Endowment | null {
  const { link } = useChain();
  const { account } = useAccounts();
  const online = link.status === 'online' && canSponsor(link.api) ? link : null;
  const [found, setFound] = useState<{ of: object; endowment: Endowment } | null>(null);
  const { entryTimeout, moveTimeout, revealTimeout } = terms.config;
  const rounds = roundsAt(terms);
  const times = useMemo(
    () => ({ entryTimeout, moveTimeout, revealTimeout }),
    [entryTimeout, moveTimeout, revealTimeout],
  );
  const of = useMemo(
    () => ({ online, account, program, times, rounds, messages }),
    [online, account, program, times, rounds, messages],
  );
  useEffect(() => {
    const { online, account, program, times, rounds, messages } = of;
    if (!online || !account) return;
    const over = new AbortController();
    const ask = async (): Promise<void> => {
      const endowment = await endowmentOf(online, account, program, times, rounds, messages);
      if (!over.signal.aborted) setFound({ of, endowment });
    };
    aside(keepsAsking(ask, over.signal, 'What a game costs'), 'What a game costs');
    return () => over.abort();
  }, [of]);
  return found?.of === of ? found.endowment : null;
}
