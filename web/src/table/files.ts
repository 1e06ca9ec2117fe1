import { useCallback, useState } from 'react';
import { download } from '../lib/download';
import { useToast } from '../ui/toasts';
import { useTexts } from '../i18n';
import { ChainError } from '../chain/failure';
import { ImportError, type Secret } from '../rpsls/secrets';
import { exportable, type Delegate } from '../rpsls/delegates';
import { importDelegates, keptDelegates } from './gas/delegates';
import { importGames, playedGames } from './games';
import type { PlayedGame } from '../rpsls/playedGame';
import { kept, secrets } from './secrets';

/** Offers all that is kept here as a file: openings, the keys that act for their players, and games that are over. */
export async function exportAll(): Promise<void> {
  exportSecrets(kept.get(), keptDelegates.get(), await keptGames());
}

/** Moves that a bet hangs on are worth a copy also where the record can't be read. */
async function keptGames(): Promise<PlayedGame[]> {
  try {
    return (await (await playedGames()).all()).games;
  } catch (error) {
    console.warn('The record is not in the file:', error);
    return [];
  }
}

/** Offers openings as a file, and what goes with them, which other clients pass over. */
export function exportSecrets(some: Secret[], keys: Delegate[], games: PlayedGame[] = []): void {
  const rest = {
    ...(keys.length > 0 && { delegates: exportable(keys) }),
    ...(games.length > 0 && { games }),
  };
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
        const games = await importGames(text).catch((error: unknown) => {
          console.warn('The games are not imported:', error);
          return null;
        });
        if (!games) setProblem(m.record.unread);
        else setProblem(games.damaged > 0 ? m.record.damaged(games.damaged) : null);
        toast(m.secrets.imported(count, games?.added ?? 0));
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
