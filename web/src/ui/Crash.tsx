import { Component, type ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import { PartMissing } from '../lib/part';
import { Notice } from './Notice';

interface CrashProps {
  /** Whether the boundary holds the whole page. */
  isWhole?: boolean;
  children: ReactNode;
}

/** Keeps an error of ours, or a part that does not load, from emptying the page. */
export class CrashBoundary extends Component<CrashProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static override getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ReactNode {
    const { isWhole = false, children } = this.props;
    const { error } = this.state;
    if (!error) return children;
    return isWhole ? (
      <main className="page">
        <Crash error={error} />
      </main>
    ) : (
      <Crash error={error} />
    );
  }
}

function Crash({ error }: { error: Error }) {
  const { m } = useTexts();
  const isMissing = error instanceof PartMissing;
  return (
    <Notice tone="error" title={isMissing ? m.crash.missingTitle : m.crash.title}>
      <p>{isMissing ? m.crash.missing : m.crash.text}</p>
      <p className="mono breakable">{error.message}</p>
      <button type="button" className="button primary" onClick={() => location.reload()}>
        {m.crash.reload}
      </button>
    </Notice>
  );
}
