import { pressed } from '../../lib/aside';
import { share } from '../../lib/browser';
import { part } from '../../lib/part';
import { useSaving } from '../../ui/saving';
import { titleOf } from '../../lib/preferences';
import { parseRoute } from '../../way/route';
import { usePeople } from '../../way/people';
import { useCopying } from '../../ui/copying';
import { useTexts } from '../../i18n';
import { lastRoundOf } from '../../rpsls/round';
import type { GameState } from '../../rpsls/state';
import { Icon } from '../../ui/Icon';
import { resultStory } from './resultStory';
import { resultText } from './resultText';

interface ShareResultProps {
  /** The table's address. */
  url: string;
  state: GameState;
}

/** Shares how the last game came out, in words or as a picture. */
export function ShareResult({ url, state }: ShareResultProps) {
  const { m, f, language } = useTexts();
  const { nameOf } = usePeople();
  const { copy, byHand } = useCopying();
  const { keep, told } = useSaving();
  const { lastGame } = state;
  if (!lastGame) return null;
  const story = resultStory(lastGame, lastRoundOf(state), { m, f, nameOf });
  const text = resultText(m.title, story);
  const shareText = async (): Promise<void> => {
    if ('reason' in (await share({ text, url }))) await copy(`${text}\n${url}`, m.table.resultCopied);
  };
  const sharePicture = async (): Promise<void> => {
    const { screen } = parseRoute(new URL(url).hash);
    const table = screen.name === 'table' ? titleOf(screen.program) : '';
    // Few ask for it.
    const { pictureOf } = await part(() => import('./resultPicture'));
    const picture = await pictureOf(story, { title: m.title, table, link: url, language, more: m.table.more });
    const file = new File([picture], 'rpsls-result.png', { type: picture.type });
    if ('reason' in (await share({ files: [file], text, url }))) await keep(file, null);
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={() => pressed(shareText())}>
        <Icon name="share" />
        {m.table.shareResult}
      </button>
      <button type="button" className="button quiet" onClick={() => pressed(sharePicture())}>
        <Icon name="picture" />
        {m.table.sharePicture}
      </button>
      {byHand}
      {told}
    </>
  );
}
