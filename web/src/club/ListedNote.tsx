import { useEffect } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { nameTable } from '../lib/preferences';
import { AwaitedLine } from '../ui/Loading';
import { useClubTexts } from './texts';
import { harmless } from './title';
import { useListing } from './useListing';

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
