import { useCallback, useState } from 'preact/compat';
import { textIn } from '../lib/textIn';
import { useToast } from '../ui/toasts';
import { useTexts } from '../i18n';
import { useLaterTexts } from '../i18n/later';
import { ChainError } from '../chain/failure';
import { ImportError, type Secret } from '../rpsls/secrets';
import { exportable, type Purse } from '../rpsls/purses';
import { importPurses, keptPurses } from '../way/purse';
import { importGames, playedGames } from './games';
import type { PlayedGame } from '../rpsls/playedGame';
import { kept, secrets } from './secrets';

/** The text of a file with all that this browser keeps: openings, purses, and finished games. */
export async function allKept(): Promise<string> {
  return textOf(kept.get(), keptPurses.get(), await keptGames());
}

/** The kept games. If they can't be read, the file still has the moves that a bet depends on. */
async function keptGames(): Promise<PlayedGame[]> {
  try {
    return (await (await playedGames()).all()).games;
  } catch (error) {
    console.warn('The record is not in the file:', error);
    return (await playedGames()).unwritten();
  }
}

/** The file that such a text is for. */
export function fileOf(text: string): File {
  return new File([text], 'rpsls-secrets.json', { type: 'application/json' });
}

/** The text of a file of openings. Other clients ignore what goes with them. */
export function textOf(some: Secret[], purses: Purse[], games: PlayedGame[] = []): string {
  const rest = {
    ...(purses.length > 0 && { purses: exportable(purses) }),
    ...(games.length > 0 && { games }),
  };
  return secrets.export(some, rest);
}

/** Imports openings from a file, and tells what is wrong with it, if anything. */
export function useImport(): { problem: string | null; importFile: (file: File) => Promise<void> } {
  const { m, f } = useTexts();
  const t = useLaterTexts();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const importFile = useCallback(
    async (file: File) => {
      try {
        const text = await textIn(file).catch((error: unknown) => {
          console.warn('The file can’t be read:', error);
          return null;
        });
        if (text === null) {
          setProblem(t.fileUnread);
          return;
        }
        const { count, unread } = secrets.import(text);
        kept.refresh();
        await importPurses(text);
        const games = await importGames(text).catch((error: unknown) => {
          console.warn('The games are not imported:', error);
          return null;
        });
        if (unread > 0) setProblem(t.movesUnread(unread));
        else if (!games) setProblem(m.record.unread);
        else setProblem(games.damaged > 0 ? m.record.damaged(games.damaged) : null);
        toast(m.secrets.imported(count, games?.added ?? 0));
      } catch (error) {
        if (error instanceof ImportError) setProblem(m.secrets.problems[error.problem]);
        else if (error instanceof ChainError) setProblem(f.failure(error.failure));
        else throw error;
      }
    },
    [m, t, f, toast],
  );
  return { problem, importFile };
}
