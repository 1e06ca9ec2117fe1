import { describe, expect, it } from 'vitest';
import { calendarOf, type Appointment } from '../src/lib/calendar';

const NOW = Date.UTC(2026, 10, 25, 9, 5, 7, 890);
const START = Date.UTC(2026, 11, 1, 0, 0, 0);

const APPOINTMENT: Appointment = {
  uid: '0x01-3-1@rpsls',
  start: START,
  end: START + 900_000,
  title: 'A duel: move by now',
  text: 'Keep the page open.',
  url: 'https://play.example/#/table/0x01?node=wss%3A%2F%2Fnode.example',
};

/** The lines of the text before folding. */
function unfolded(text: string): string[] {
  return text.replaceAll('\r\n ', '').split('\r\n');
}

describe('a calendar file', () => {
  it('has one appointment in universal time, with a reminder', () => {
    expect(unfolded(calendarOf(APPOINTMENT, NOW))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//rpsls//page//EN',
      'BEGIN:VEVENT',
      'UID:0x01-3-1@rpsls',
      'DTSTAMP:20261125T090507Z',
      'DTSTART:20261201T000000Z',
      'DTEND:20261201T001500Z',
      'SUMMARY:A duel: move by now',
      'DESCRIPTION:Keep the page open.',
      'URL:https://play.example/#/table/0x01?node=wss%3A%2F%2Fnode.example',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:A duel: move by now',
      'TRIGGER:-PT15M',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('escapes characters that would end a text, so that a title can’t add a line', () => {
    const title = 'a\\b; c, d\r\nEND:VEVENT\nx\ry';
    const lines = unfolded(calendarOf({ ...APPOINTMENT, title }, NOW));
    expect(lines).toContain('SUMMARY:a\\\\b\\; c\\, d\\nEND:VEVENT\\nx\\ny');
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  });

  it('folds lines at 75 bytes without cutting a character', () => {
    for (const title of ['石头剪刀布蜥蜴史波克'.repeat(12), '🖖'.repeat(50), 'x'.repeat(67), 'x'.repeat(68)]) {
      const text = calendarOf({ ...APPOINTMENT, title }, NOW);
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(text).not.toMatch(/[^\r]\n/);
      expect(text).not.toContain('\uFFFD');
      expect(unfolded(text)).toContain(`SUMMARY:${title}`);
    }
  });
});
