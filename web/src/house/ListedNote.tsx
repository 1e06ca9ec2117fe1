import { useEffect, useMemo, useState } from 'preact/compat';
import { readStates } from '../chain/batch';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import { nameTable } from '../settings/preferences';
import { useChain } from '../visitor/chain';
import { useHouses } from '../visitor/houses';
import { AwaitedLine } from '../ui/Loading';
import { HOUSE } from './artifacts';
import { listingOf, type Listed } from './state';
import { useHouseTexts } from './texts';
import { harmless } from './title';

/** Tells somebody who waits at a table that strangers find it, if one of the houses lists it. */
export function ListedNote({ program }: { program: ActorId }) {
  const { m } = useTexts();
  const t = useHouseTexts();
  const listed = useListing(program);
  const title = listed ? harmless(listed.title.trim()) : '';
  useEffect(() => {
    nameTable(program, title);
  }, [program, title]);
  if (listed === undefined) return <AwaitedLine />;
  if (!listed) return null;
  return <p>{m.paragraph(t.listed.text, ...(title ? [t.listed.called(title)] : []))}</p>;
}

/** What the known houses say of a table: nothing before they have answered. */
function useListing(program: ActorId): Listed | null | undefined {
  const { link } = useChain();
  const houses = useHouses();
  const online = link.status === 'online' ? link : null;
  const of = useMemo(() => ({ program, houses, online }), [program, houses, online]);
  const [known, setKnown] = useState<{ of: object; listed: Listed | null } | null>(null);
  useEffect(() => {
    const { program, houses, online } = of;
    if (!online || !houses?.length) return;
    let isCurrent = true;
    const questions = houses.map((house) => ({ program: house, types: HOUSE, query: { Table: program } }));
    readStates(online, questions).then(
      ({ answers }) => {
        const [listed = null] = answers.flatMap((answer) => (answer === null ? null : listingOf(answer)) ?? []);
        if (isCurrent) setKnown({ of, listed });
      },
      (error: unknown) => {
        console.info("Whether a house lists this table can't be told:", error);
        if (isCurrent) setKnown({ of, listed: null });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [of]);
  return houses?.length === 0 ? null : known?.of === of ? known.listed : undefined;
}
