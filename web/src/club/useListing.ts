import { useEffect, useMemo, useState } from 'preact/compat';
import { readStates } from '../chain/batch';
import type { ActorId } from '../lib/hex';
import { useChain } from '../way/chain';
import { useClubs } from '../way/clubs';
import { CLUB } from './artifacts';
import { listingOf, type Listed } from './state';

/** What the known clubs say of a table: nothing before they have answered. */
export function useListing(program: ActorId): Listed | null | undefined {
  const { link } = useChain();
  const clubs = useClubs();
  const online = link.status === 'online' ? link : null;
  const of = useMemo(() => ({ program, clubs, online }), [program, clubs, online]);
  const [known, setKnown] = useState<{ of: object; listed: Listed | null } | null>(null);
  useEffect(() => {
    const { program, clubs, online } = of;
    if (!online || !clubs?.length) return;
    let isCurrent = true;
    const questions = clubs.map((club) => ({ program: club, types: CLUB, query: { Table: program } }));
    readStates(online, questions).then(
      ({ answers }) => {
        const [listed = null] = answers.flatMap((answer) => (answer === null ? null : listingOf(answer)) ?? []);
        if (isCurrent) setKnown({ of, listed });
      },
      (error: unknown) => {
        console.info("Whether a club lists this table can't be told:", error);
        if (isCurrent) setKnown({ of, listed: null });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [of]);
  return clubs?.length === 0 ? null : known?.of === of ? known.listed : undefined;
}
