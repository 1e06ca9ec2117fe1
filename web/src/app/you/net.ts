import type { Formats } from '../../i18n/formats';

/** What was won or lost, with its sign. */
export function net(value: bigint, f: Formats): string {
  return value < 0n ? `−${f.roundedDown(-value)}` : `+${f.roundedDown(value)}`;
}
