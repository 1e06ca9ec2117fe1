import { useTexts } from '../i18n';
import type { GameState } from '../rpsls/state';
import type { TableSession } from './session';
import { useBot } from './useBot';

/** A practice opponent, and what it is. */
export function BotPlayer({ session, state }: { session: TableSession; state: GameState }) {
  const { m } = useTexts();
  return useBot(session, state) && <p className="hint">{m.bot.plays}</p>;
}
