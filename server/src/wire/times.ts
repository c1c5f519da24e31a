/** The years that dates may lie in: far enough for any record, near enough that a typing mistake is seen. */
export const firstYear = 1900;
export const lastYear = 2199;

const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const timestamp =
  /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):?(\d{2}))$/i;

/** YYYY-MM-DD as midnight UTC; undefined when there is no such day. */
export function parseDay(text: string): Date | undefined {
  if (!day.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // A day such as 02-30 either does not parse or comes out as another one.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? inRange(date) : undefined;
}

/** A timestamp with Z or an offset, or a plain day; undefined when it is neither. */
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
  return inRange(new Date(normalized));
}

function inRange(date: Date): Date | undefined {
  const year = date.getUTCFullYear();
  return year >= firstYear && year <= lastYear ? date : undefined;
}

/** For fields that were validated already. */
export const toDate = (text: string | null | undefined): Date | undefined =>
  text == null ? undefined : parseTimestamp(text);

/** YYYY-MM-DDTHH:MM:SSZ */
export const formatTimestamp = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

export const formatNullable = (date: Date | null): string | null => date && formatTimestamp(date);

/** YYYY-MM-DD HH:MM:SS +0000, which a created feed says of its activation. */
export const formatSpaced = (date: Date): string =>
  `${date.toISOString().slice(0, 19).replace('T', ' ')} +0000`;
