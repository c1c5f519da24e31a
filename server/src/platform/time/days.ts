/** Range of valid years: wide enough for any record, narrow enough to catch typos. */
export const firstYear = 1900;
export const lastYear = 2199;

const day = /^(\d{4})-(\d{2})-(\d{2})$/;

/** YYYY-MM-DD as midnight UTC; undefined if there is no such day. */
export function parseDay(text: string): Date | undefined {
  const parts = day.exec(text);
  if (!parts) return undefined;
  const [year, month, dayOfMonth] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
  // A day such as 02-30 becomes another day, and the year 50 becomes 1950.
  const isSame =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth;
  return isSame ? dateInRange(date) : undefined;
}

/** The date, or undefined if its year is out of range. */
export function dateInRange(date: Date): Date | undefined {
  const year = date.getUTCFullYear();
  return year >= firstYear && year <= lastYear ? date : undefined;
}
