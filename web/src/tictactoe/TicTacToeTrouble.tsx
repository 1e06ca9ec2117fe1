import { useTexts } from '../i18n';
import type { Acting } from '../way/useAction';
import { Trouble } from '../way/Trouble';
import type { TicTacToeError } from './errors';
import { sentenceOf, useTicTacToeTexts } from './texts';

export function TicTacToeTrouble({ acting }: { acting: Acting<TicTacToeError> }) {
  const { f } = useTexts();
  const t = useTicTacToeTexts();
  return <Trouble acting={acting} sentence={(error) => sentenceOf(error, t, f)} />;
}
