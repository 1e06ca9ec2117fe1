import { useEffect } from 'preact/compat';
import { useTexts } from '../i18n';
import type { ActorId } from '../lib/hex';
import { rememberTable } from '../lib/preferences';
import { Loading } from '../ui/Loading';
import { Notice } from '../ui/Notice';
import { useChain } from '../way/chain';
import { HomeLink } from '../way/HomeLink';
import { ReadyTable } from './ReadyTable';
import { useTable } from './tables';

/** A table as far as it is known. */
export function TablePage({ program }: { program: ActorId }) {
  const { m, f } = useTexts();
  const { connection, link } = useChain();
  const table = useTable(program);
  const status = table?.view.status;
  useEffect(() => {
    if (status === 'ready') rememberTable({ node: connection.url, program });
  }, [status, connection.url, program]);
  if (!table) return null;
  const { view, session } = table;
  switch (view.status) {
    case 'absent':
      return (
        <Notice tone="error" title={m.table.absentTitle}>
          <p>{m.table.absentText}</p>
          <p className="mono breakable">{program}</p>
          <HomeLink />
        </Notice>
      );
    case 'other':
      return (
        <Notice tone="error" title={m.table.otherTitle}>
          <p>{m.table.otherText}</p>
          <p className="mono breakable">{program}</p>
          <HomeLink />
        </Notice>
      );
    case 'loading':
      if (link.status !== 'online') return null;
      if (view.failure) {
        return (
          <Notice tone="error" title={m.table.failedTitle}>
            <p>{f.failure(view.failure)}</p>
          </Notice>
        );
      }
      return <Loading>{m.table.loading}</Loading>;
    case 'ready':
      return view.state && <ReadyTable key={program} session={session} view={view} state={view.state} />;
  }
}
