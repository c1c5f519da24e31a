import { dateInRange, parseDay } from '../platform/time/days.js';
import { formatTimestamp } from '../platform/time/timestamps.js';

export { formatTimestamp };

const timestamp =
  /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):?(\d{2}))$/i;

/** Parses a timestamp with Z or an offset, or a plain date; undefined if it is neither. */
export function parseTimestamp(text: string): Date | undefined {
  const parts = timestamp.exec(text);
  if (!parts) return parseDay(text);
  const [, date = '', hour, minute, second = '0', offsetHour = '0', offsetMinute = '0'] = parts;
  const outOfRange =
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 59 ||
    Number(offsetHour) > 23 ||
    Number(offsetMinute) > 59;
  if (outOfRange || !parseDay(date)) return undefined;
  const normalized = text.toUpperCase().replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  return dateInRange(new Date(normalized));
}

/** For fields that are already validated. */
export const toDate = (text: string | null | undefined): Date | undefined =>
  text == null ? undefined : parseTimestamp(text);

export const formatNullable = (date: Date | null): string | null => date && formatTimestamp(date);

/** YYYY-MM-DD HH:MM:SS +0000, the format of `activated_at` in the response to a feed's creation. */
export const formatSpaced = (date: Date): string =>
  `${date.toISOString().slice(0, 19).replace('T', ' ')} +0000`;
