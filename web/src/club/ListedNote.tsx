import { useEffect, useMemo, useState } from 'preact/compat';
import { readStates } from '../chain/batch';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { nameTable } from '../settings/preferences';
import { useChain } from '../visitor/chain';
import { useClubs } from '../visitor/clubs';
import { AwaitedLine } from '../ui/Loading';
import { CLUB } from './artifacts';
import { listingOf, type Listed } from './state';
import { useClubTexts } from './texts';
import { harmless } from './title';

/** Tells somebody who waits at a table that strangers find it, if one of the clubs lists it. */
export function ListedNote({ program }: { program: ActorId }) {
  const { m } = useTexts();
  const t = useClubTexts();
  const listed = useListing(program);
  const title = listed ? harmless(listed.title.trim()) : '';
  useEffect(() => {
    nameTable(program, title);
  }, [program, title]);
  if (listed === undefined) return <AwaitedLine />;
  if (!listed) return null;
  return <p>{m.paragraph(t.listed.text, ...(title ? [t.listed.called(title)] : []))}</p>;
}

/** What the known clubs say of a table: nothing before they have answered. */
function useListing(program: ActorId): Listed | null | undefined {
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
