import { usePeople } from '../app/people';
import { useToast } from '../app/toasts';
import { useTexts } from '../i18n';
import type { History } from '../rpsls/history';
import type { GameState } from '../rpsls/state';
import { Icon } from '../ui/Icon';
import { resultText } from './resultText';

interface ShareResultProps {
  /** Where the table is. */
  url: string;
  state: GameState;
  history: History;
}

/** Hands on how the last game came out: by the system's own way to share, or the clipboard. */
export function ShareResult({ url, state, history }: ShareResultProps) {
  const { m, f } = useTexts();
  const { nameOf } = usePeople();
  const toast = useToast();
  const { lastGame } = state;
  if (!lastGame || !window.isSecureContext) return null;
  const share = async (): Promise<void> => {
    const text = resultText(lastGame, history, { m, f, nameOf });
    if ('share' in navigator) {
      await navigator.share({ text, url }).catch((error: unknown) => console.info('Not shared:', error));
      return;
    }
    await (navigator as Navigator).clipboard.writeText(`${text}\n${url}`);
    toast(m.table.resultCopied);
  };
  return (
    <button type="button" className="button quiet share-result" onClick={() => void share()}>
      <Icon name="share" />
      {m.table.shareResult}
    </button>
  );
}
