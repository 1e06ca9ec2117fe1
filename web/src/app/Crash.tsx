import { Component, type ReactNode } from 'react';
import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';

interface CrashProps {
  children: ReactNode;
}

/** Stands between a mistake of ours and an empty page. */
export class CrashBoundary extends Component<CrashProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    return this.state.error ? <Crash error={this.state.error} /> : this.props.children;
  }
}

function Crash({ error }: { error: Error }) {
  const { m } = useTexts();
  return (
    <main className="page">
      <Notice tone="error" title={m.crash.title}>
        <p>{m.crash.text}</p>
        <p className="mono breakable">{error.message}</p>
        <button type="button" className="button primary" onClick={() => location.reload()}>
          {m.crash.reload}
        </button>
      </Notice>
    </main>
  );
}
