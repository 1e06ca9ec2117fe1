/** Where the browser keeps them. */
export const PREFERENCES = 'rpsls/preferences';

/** A person's choices in this browser. */
export interface Preferences {
  language?: 'en' | 'zh-CN';
  theme?: 'light' | 'dark';
  /** The node that was chosen last. */
  node?: string;
  /** The account that was chosen last, for new tabs. */
  account?: string;
  /** Accounts whose moves the page does not reveal. A player who forgets to reveal loses the bet. */
  revealSelf?: string[];
  /** Whether every message is signed in the wallet. */
  askWallet?: boolean;
  /** Whether the page plays sounds and vibrates. It does by default. */
  sound?: boolean;
  /** Whether the browser notifies when it is time to act. */
  notify?: boolean;
  /** Whether decorative motion is off. */
  still?: boolean;
  tables?: RecentTable[];
  /** Nodes that the person trusts. */
  nodes?: string[];
  /** Programs of unknown code that the person accepts. */
  programs?: string[];
  /** Nicknames of accounts. */
  nicknames?: Record<string, string>;
}

export interface RecentTable {
  node: string;
  program: string;
  /** The title that a club gives it, if one does. */
  title?: string;
}

type Check<T> = (value: unknown) => value is T;

const isText: Check<string> = (value) => typeof value === 'string';
const isTextOrNone: Check<string | undefined> = (value): value is string | undefined =>
  value === undefined || isText(value);
const isSwitch: Check<boolean> = (value) => typeof value === 'boolean';
const isRecord: Check<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isOneOf<T>(...known: T[]): Check<T> {
  return (value): value is T => known.includes(value as T);
}

function isListOf<T>(isItem: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(isItem);
}

const isTable: Check<RecentTable> = (value): value is RecentTable =>
  isRecord(value) && isText(value['node']) && isText(value['program']) && isTextOrNone(value['title']);
const isNames: Check<Record<string, string>> = (value): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every(isText);

const CHECKS: { [K in keyof Preferences]-?: Check<NonNullable<Preferences[K]>> } = {
  language: isOneOf('en', 'zh-CN'),
  theme: isOneOf('light', 'dark'),
  node: isText,
  account: isText,
  revealSelf: isListOf(isText),
  askWallet: isSwitch,
  sound: isSwitch,
  notify: isSwitch,
  still: isSwitch,
  tables: isListOf(isTable),
  nodes: isListOf(isText),
  programs: isListOf(isText),
  nicknames: isNames,
};

/** The valid preferences among the stored ones. */
export function preferencesOf(stored: unknown): Preferences {
  if (!isRecord(stored)) return {};
  const sound = Object.entries(CHECKS).filter(([name, isSound]) => isSound(stored[name]));
  return Object.fromEntries(sound.map(([name]) => [name, stored[name]]));
}
