/** A calendar appointment. */
export interface Appointment {
  /** An appointment with the same id replaces the earlier one. */
  uid: string;
  /** ms. */
  start: number;
  end: number;
  title: string;
  text: string;
  url: string;
}

/** How long before the start the calendar reminds. */
const REMINDER = '-PT15M';
/** The longest line, in bytes without its end. */
const MOST_BYTES = 75;

/** A calendar file with one appointment, in the format of RFC 5545. */
export function calendarOf({ uid, start, end, title, text, url }: Appointment, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//rpsls//page//EN',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:${REMINDER}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A date and time of day, in whole seconds: `20261125T181500Z`. */
function utc(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** Splits a line into parts that are short enough. Each but the first begins with a space. No character is cut. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let [parts, bytes] = ['', 0];
  for (const character of line) {
    const { length } = encoder.encode(character);
    if (bytes + length > MOST_BYTES) {
      parts += '\r\n ';
      bytes = 1;
    }
    parts += character;
    bytes += length;
  }
  return parts;
}
