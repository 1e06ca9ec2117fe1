import type { Move } from '../../rpsls/moves';
import type { ResultStory } from './resultStory';

/** Moves as they are told where there are no pictures. */
const SIGNS: Record<Move, string> = { rock: '✊', paper: '✋', scissors: '✌️', lizard: '🦎', spock: '🖖' };

/** How a game came out, in a few lines. */
export function resultText(title: string, { headline, played, victories }: ResultStory): string {
  const moves = played.map(({ name, move }) => `${SIGNS[move]} ${name}`).join('  ');
  return [title, headline, ...(moves ? [moves] : []), ...victories].join('\n');
}
