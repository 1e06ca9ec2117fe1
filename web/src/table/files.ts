import { useCallback, useState } from 'react';
import { download } from '../lib/download';
import { useToast } from '../ui/toasts';
import { useTexts } from '../i18n';
import { ChainError } from '../chain/failure';
import { ImportError, type Secret } from '../rpsls/secrets';
import { exportable, type Delegate } from '../rpsls/delegates';
import { importDelegates } from './gas/delegates';
import { kept, secrets } from './secrets';

/** Offers openings as a file, and the keys that act for their players. */
export function exportSecrets(some: Secret[], keys: Delegate[]): void {
  const rest = keys.length > 0 ? { delegates: exportable(keys) } : {};
  download(new Blob([secrets.export(some, rest)], { type: 'application/json' }), 'rpsls-secrets.json');
}

/** Takes openings from a file; what is wrong with it, if anything. */
export function useImport(): { problem: string | null; importFile: (file: File) => Promise<void> } {
  const { m, f } = useTexts();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const importFile = useCallback(
    async (file: File) => {
      try {
        const text = await file.text();
        const count = secrets.import(text);
        importDelegates(text);
        kept.refresh();
        setProblem(null);
        toast(m.secrets.imported(count));
      } catch (error) {
        if (error instanceof ImportError) setProblem(m.secrets.problems[error.problem]);
        else if (error instanceof ChainError) setProblem(f.failure(error.failure));
        else throw error;
      }
    },
    [m, f, toast],
  );
  return { problem, importFile };
}
