/** Range of valid years: wide enough for any record, narrow enough to catch typos. */
export const firstYear = 1900;
export const lastYear = 2199;

const day = /^(\d{4})-(\d{2})-(\d{2})$/;

/** YYYY-MM-DD as midnight UTC; undefined if there is no such day. */
export function parseDay(text: string): Date | undefined {
  if (!day.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // A day such as 02-30 either does not parse or becomes another day.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? inRange(date) : undefined;
}

/** The date, or undefined if its year is out of range. */
export function inRange(date: Date): Date | undefined {
  const year = date.getUTCFullYear();
  return year >= firstYear && year <= lastYear ? date : undefined;
}
