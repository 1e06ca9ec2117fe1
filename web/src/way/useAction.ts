import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'preact/compat';
import { aside } from '../lib/aside';
import { useAccounts } from './accounts';
import { useChain } from './chain';
import type { ActorId } from '../lib/hex';
import { Runner, type ActionState, type Outcome, type Target, type Task } from './runner';

export interface Acting<E> extends ActionState<E> {
  /**
   * Sends an action. Returns `left` if the account is no longer the chosen one, and then shows nothing, and if another
   * action is under way: of two presses at once, also of two buttons, the first counts.
   */
  run: (task: Task) => Promise<Outcome | 'left'>;
  /** Hides the last action. It may still go through. */
  clear: () => void;
}

/** What was under way at screens that the person has left, by account and program. Whoever comes back sees it. */
const left = new Map<string, Runner<unknown>>();

/** Sends the chosen account's actions to a program. */
export function useAction<E>(program: ActorId, target: Target<E>): Acting<E> {
  const { link } = useChain();
  const { account } = useAccounts();
  const id = account?.id;
  // A failure of one account means nothing to another.
  const { runner, key } = useMemo(() => {
    const key = `${id}/${program}`;
    return { key, runner: (left.get(key) as Runner<E> | undefined) ?? new Runner(program, target) };
  }, [program, target, id]);
  const state = useSyncExternalStore(runner.state.subscribe, runner.state.get);
  const current = useRef<typeof runner | null>(null);
  useEffect(() => {
    current.current = runner;
    left.delete(key);
    return () => {
      current.current = null;
      if (runner.state.get().step !== null) left.set(key, runner);
    };
  }, [runner, key]);
  useEffect(() => {
    if (link.status === 'online' && account) aside(runner.follow(link, account), 'What was sent');
  }, [runner, link, account]);
  const run = useCallback(
    async (task: Task) => {
      if (runner.state.get().step !== null) return 'left';
      const outcome = await runner.run(link, account, task);
      return current.current === runner ? outcome : 'left';
    },
    [runner, link, account],
  );
  return useMemo(() => ({ ...state, run, clear: runner.clear }), [state, run, runner]);
}
