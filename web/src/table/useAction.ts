import { useCallback, useEffect, useRef, useState } from 'react';
import { useAccounts } from '../app/accounts';
import { useChain } from '../app/chain';
import type { Online } from '../chain/connection';
import { failureOf, ChainError, type Failure } from '../chain/failure';
import type { ActorId } from '../chain/hex';
import type { Interface, Json } from '../chain/metadata';
import { act, type Step } from '../chain/program';

/** How an action went wrong. */
export type Trouble<E> = { kind: 'refused'; error: E } | { kind: 'failed'; failure: Failure };

/** What came of an action; of one whose account is no longer the chosen one, nothing to be told. */
export type Outcome = 'done' | 'refused' | 'declined' | 'failed' | 'left';

export interface ActionState<E> {
  /** How far the action under way has come. */
  step: Step | null;
  trouble: Trouble<E> | null;
}

export interface Acting<E> extends ActionState<E> {
  /** Sends an action. */
  run: (action: unknown, value?: bigint, before?: Before) => Promise<Outcome>;
  /** Shows no more of the last action. It may still come through. */
  clear: () => void;
}

/** What has to be done before an action is so much as shown to a node. */
export type Before = (online: Online, onStep: (step: Step) => void) => void | Promise<void>;

const IDLE = { step: null, trouble: null };

/** The way in which every action of a person goes to a program. */
export function useAction<E>(program: ActorId, types: Interface, errorOf: (json: Json) => E): Acting<E> {
  const { link } = useChain();
  const { account } = useAccounts();
  const [state, setState] = useState<ActionState<E>>(IDLE);
  /** The action that is shown: one before it that is still under way shows nothing. */
  const shown = useRef<symbol | null>(null);
  const chosen = useRef(account?.id);
  const clear = useCallback(() => {
    shown.current = null;
    setState(IDLE);
  }, []);
  // What went wrong for one account says nothing to another.
  useEffect(() => {
    chosen.current = account?.id;
    clear();
    return () => {
      shown.current = null;
      chosen.current = undefined;
    };
  }, [account?.id, program, clear]);

  const run = useCallback(
    async (action: unknown, value = 0n, before?: Before): Promise<Outcome> => {
      const name = Symbol();
      shown.current = name;
      const show = (next: ActionState<E>): void => {
        if (shown.current === name) setState(next);
      };
      const end = (outcome: Outcome, trouble: Trouble<E> | null): Outcome => {
        show({ step: null, trouble });
        return account?.id === chosen.current ? outcome : 'left';
      };
      if (link.status !== 'online' || !account) {
        return end('failed', { kind: 'failed', failure: { kind: 'lost' } });
      }
      try {
        const onStep = (step: Step): void => show({ step, trouble: null });
        await before?.(link, onStep);
        const { answer } = await act(link, program, types, account, action, value, onStep);
        if ('err' in answer) return end('refused', { kind: 'refused', error: errorOf(answer.err) });
        return end('done', null);
      } catch (error) {
        if (!(error instanceof ChainError)) console.warn('The action failed:', error);
        const failure = failureOf(error);
        return end(failure.kind === 'rejected' ? 'declined' : 'failed', { kind: 'failed', failure });
      }
    },
    [link, account, program, types, errorOf],
  );
  return { ...state, run, clear };
}
