import { download } from '../../lib/download';
import { usePeople } from '../../visitor/people';
import { useToast } from '../../ui/toasts';
import { useTexts } from '../../i18n';
import type { History } from '../../rpsls/history';
import type { GameState } from '../../rpsls/state';
import { Icon } from '../../ui/Icon';
import { pictureOf } from './resultPicture';
import { resultStory } from './resultStory';
import { resultText } from './resultText';

interface ShareResultProps {
  /** Where the table is. */
  url: string;
  state: GameState;
  history: History;
}

/** Hands on how the last game came out, in words or as a picture. */
export function ShareResult({ url, state, history }: ShareResultProps) {
  const { m, f, language } = useTexts();
  const { nameOf } = usePeople();
  const toast = useToast();
  const { lastGame } = state;
  if (!lastGame || !window.isSecureContext) return null;
  const story = resultStory(lastGame, history, { m, f, nameOf });
  const text = resultText(m.title, story);
  const share = async (): Promise<void> => {
    if (await isShared({ text, url })) return;
    await navigator.clipboard.writeText(`${text}\n${url}`);
    toast(m.table.resultCopied);
  };
  const sharePicture = async (): Promise<void> => {
    const picture = await pictureOf(story, { title: m.title, language, more: m.table.more });
    const file = new File([picture], 'rpsls-result.png', { type: picture.type });
    if (!(await isShared({ files: [file], text, url }))) download(file, file.name);
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={() => void share()}>
        <Icon name="share" />
        {m.table.shareResult}
      </button>
      <button type="button" className="button quiet" onClick={() => void sharePicture()}>
        <Icon name="picture" />
        {m.table.sharePicture}
      </button>
    </>
  );
}

/** Offers something to the system's own way to share; whether there is one for it. */
async function isShared(data: ShareData): Promise<boolean> {
  // Not every browser has it, whatever its types say.
  const { canShare, share } = navigator as Partial<Navigator>;
  if (!share || !canShare?.call(navigator, data)) return false;
  await share.call(navigator, data).catch((error: unknown) => console.info('Not shared:', error));
  return true;
}
