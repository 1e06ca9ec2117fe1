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

export interface ActionState<E> {
  /** How far the action under way has come. */
  step: Step | null;
  trouble: Trouble<E> | null;
}

export interface Acting<E> extends ActionState<E> {
  /** Sends an action; whether the program took it. */
  run: (action: unknown, value?: bigint, before?: Before) => Promise<boolean>;
  clear: () => void;
}

/** What has to be done before an action is so much as shown to a node. */
export type Before = (online: Online, onStep: (step: Step) => void) => void | Promise<void>;

/** The way in which every action of a person goes to a program. */
export function useAction<E>(program: ActorId, types: Interface, errorOf: (json: Json) => E): Acting<E> {
  const { link } = useChain();
  const { account } = useAccounts();
  const [state, setState] = useState<ActionState<E>>({ step: null, trouble: null });
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  // What went wrong for one account says nothing to another.
  useEffect(() => setState({ step: null, trouble: null }), [account?.id, program]);

  const run = useCallback(
    async (action: unknown, value = 0n, before?: Before): Promise<boolean> => {
      const show = (next: ActionState<E>): void => {
        if (isMounted.current) setState(next);
      };
      const fail = (failure: Failure): false => {
        show({ step: null, trouble: { kind: 'failed', failure } });
        return false;
      };
      if (link.status !== 'online' || !account) return fail({ kind: 'lost' });
      try {
        const onStep = (step: Step): void => show({ step, trouble: null });
        await before?.(link, onStep);
        const { answer } = await act(link, program, types, account, action, value, onStep);
        if ('err' in answer) {
          show({ step: null, trouble: { kind: 'refused', error: errorOf(answer.err) } });
          return false;
        }
        show({ step: null, trouble: null });
        return true;
      } catch (error) {
        if (!(error instanceof ChainError)) console.warn('The action failed:', error);
        return fail(failureOf(error));
      }
    },
    [link, account, program, types, errorOf],
  );
  const clear = useCallback(() => setState({ step: null, trouble: null }), []);
  return { ...state, run, clear };
}
