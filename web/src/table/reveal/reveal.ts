import { tipAt } from '../../rpsls/stakes';
import { untilHead } from '../../chain/heads';
import type { Hex } from '../../chain/hex';
import type { Delegate } from '../../rpsls/delegates';
import { AFTER_MOVE, MESSAGE_GAS } from '../../rpsls/gas';
import { boundCommitmentOf } from '../../rpsls/opening';
import type { Secret } from '../../rpsls/secrets';
import { mayShow, type GameState } from '../../rpsls/state';
import { readTable } from '../read';
import type { Before, Task } from '../../program/runner';
import { keep } from '../secrets';

/**
 * Reveals a move to the table, once that gives nothing away.
 *
 * @param next the opening of the move to commit to for the next round, if it is chosen
 */
export function revealTask(secret: Secret, state: GameState, next: Secret | null, delegate: Delegate | null): Task {
  const { program } = secret;
  const before: Before = async (online, onStep) => {
    if (next) keep(next);
    onStep('settling');
    // Waits for finality: if a block is undone, an opening revealed after it would give the move away.
    await untilHead(online.api, 'subscribeFinalizedHeads', async (head) =>
      mayShow(secret, await readTable(online, program, head.hash)),
    );
    return null;
  };
  return {
    action: actionOf(secret, next),
    byDelegate: actionFor(secret, next),
    bound: MESSAGE_GAS,
    following: AFTER_MOVE,
    tip: tipAt(state.config),
    before,
    delegate,
  };
}

function actionOf({ opening }: Secret, next: Secret | null): unknown {
  return next ? { RevealAndCommit: { opening, next: hashOf(next) } } : { Reveal: opening };
}

/** The delegate's message. It names the player, because others may have named the same key. */
function actionFor({ account, opening }: Secret, next: Secret | null): unknown {
  return { RevealFor: { player: account, opening, next: next && hashOf(next) } };
}

function hashOf({ program, account, opening }: Secret): Hex {
  return boundCommitmentOf(program, account, opening);
}
