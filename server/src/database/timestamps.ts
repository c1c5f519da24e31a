import pg from 'pg';

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/**
 * Parses a `timestamptz` from PostgreSQL. Every row has some, and nearly all are AD, in UTC and with parts at fixed
 * positions: `2026-11-15 17:33:54.779+00`. Others go to the general parser, which takes four times as long.
 */
export function parseTimestamp(text: string): Date {
  // `Date.UTC` would map years below 100 to the 20th century.
  const isUsual = text[4] === '-' && text[10] === ' ' && text.endsWith('+00') && !text.startsWith('00');
  if (!isUsual) return parseAny(text);
  const milliseconds = text.slice(20, -3).padEnd(3, '0');
  return new Date(
    Date.UTC(
      twoDigits(text, 0) * 100 + twoDigits(text, 2),
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11),
      twoDigits(text, 14),
      twoDigits(text, 17),
      twoDigits(milliseconds, 0) * 10 + digit(milliseconds, 2),
    ),
  );
}

const digit = (text: string, place: number): number => text.charCodeAt(place) - 48;
const twoDigits = (text: string, place: number): number => digit(text, place) * 10 + digit(text, place + 1);
