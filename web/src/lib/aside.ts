import { Store } from './store';

/** The last error behind something that a person has pressed, and that nobody else has told. */
export const mishap = new Store<{ error: unknown } | null>(null);

/** Lets some work go on by itself. Its failure is written down. */
export function aside(work: Promise<unknown>, what: string): void {
  work.catch((error: unknown) => console.warn(`${what}:`, error));
}

/** Lets go on what a person has pressed. If it fails in a way that nobody has foreseen, the page says so. */
export function pressed(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    console.error('What was pressed has failed:', error);
    mishap.set({ error });
  });
}
