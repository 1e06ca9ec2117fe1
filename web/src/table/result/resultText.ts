import type { Move } from '../../rpsls/moves';
import type { ResultStory } from './resultStory';

/** The signs of moves in plain text. */
const SIGNS: Record<Move, string> = { rock: '✊', paper: '✋', scissors: '✌️', lizard: '🦎', spock: '🖖' };

/** The result of a game in a few lines. */
export function resultText(title: string, { headline, played, victories }: ResultStory): string {
  const moves = played.map(({ name, move }) => `${SIGNS[move]} ${name}`).join('  ');
  return [title, headline, ...(moves ? [moves] : []), ...victories].join('\n');
}
