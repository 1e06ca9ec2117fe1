import type { en } from './en';

/** The languages that the page speaks, by their tags. */
export type Language = 'en' | 'zh-CN';

/** Everything that the page says: what the first language lacks does not compile where it is used. */
export type Messages = typeof en;

/** The progress of an action, as a button shows it. */
export type ShownStep = keyof Messages['act']['steps'];
