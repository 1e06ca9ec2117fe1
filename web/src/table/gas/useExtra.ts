import { useMemo } from 'preact/compat';
import type { Online } from '../../chain/connection';
import type { ActorId } from '../../lib/hex';
import type { Purse } from '../../rpsls/purses';
import type { GameState } from '../../rpsls/state';
import { useAsked } from '../../way/useAsked';
import { extraOf } from '../../way/costs';

/** What an upgrade makes the purse's next message dearer, asked anew when something has happened at the table. */
export function useExtra(program: ActorId, { gamesFinished, stage, round, players }: GameState, purse?: Purse): bigint {
  const occasion = `${gamesFinished}/${stage}/${round}/${players.map(({ status }) => status).join()}`;
  const from = purse?.id;
  const subject = useMemo(() => (from ? { from, program, occasion } : null), [from, program, occasion]);
  return useAsked(subject, askExtra, 'What an upgrade costs') ?? 0n;
}

const askExtra = (
  online: Online,
  _: unknown,
  { from, program }: { from: ActorId; program: ActorId },
): Promise<bigint> => extraOf(online, from, program);
