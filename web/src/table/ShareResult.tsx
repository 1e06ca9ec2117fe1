import { useAccounts } from '../app/accounts';
import { useChain } from '../app/chain';
import { hrefOf } from '../app/route';
import { useToast } from '../app/toasts';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import type { History } from '../rpsls/history';
import type { GameState } from '../rpsls/state';
import { Icon } from '../ui/Icon';
import { resultText } from './resultText';

interface ShareResultProps {
  program: ActorId;
  state: GameState;
  history: History;
}

/** Hands on how the last game came out: by the system's own way to share, or the clipboard. */
export function ShareResult({ program, state, history }: ShareResultProps) {
  const { m, f } = useTexts();
  const { nameOf } = useAccounts();
  const { connection } = useChain();
  const toast = useToast();
  const { lastGame } = state;
  if (!lastGame || !window.isSecureContext) return null;
  const share = async (): Promise<void> => {
    const url = new URL(hrefOf({ name: 'table', program }, connection.url), location.href).href;
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
