import type { Formats } from '../i18n/formats';
import type { Messages } from '../i18n/messages';
import type { GameError } from '../rpsls/messages';

/** Why the game refuses an action, in words. */
export function refusalOf(error: GameError, m: Messages, { amount }: Formats): string {
  switch (error.kind) {
    case 'betTooSmall':
      return m.refusals.betTooSmall(amount(error.betSize), amount(error.attached));
    case 'sharesDue':
      return m.refusals.sharesDue(error.players);
    case 'lobbyFull':
      return m.refusals.lobbyFull(error.seats);
    case 'otherGame':
      return m.refusals.otherGame(error.game);
    case 'badConfig':
      return m.refusals.badConfig(m.config.problems[error.problem]);
    default:
      return m.refusals[error.kind];
  }
}
