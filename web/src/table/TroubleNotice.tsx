import { useTexts } from '../i18n';
import { Trouble, type Shown } from '../way/Trouble';
import type { GameError } from '../rpsls/messages';
import { refusalOf } from '../way/refusal';

/** Why the last action at a table failed. */
export function TroubleNotice({ acting }: { acting: Shown<GameError> }) {
  const { m, f } = useTexts();
  return <Trouble acting={acting} sentence={(error) => refusalOf(error, m, f)} />;
}
