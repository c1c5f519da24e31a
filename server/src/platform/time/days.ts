/** The years that dates may lie in: far enough for any record, near enough that a typing mistake is seen. */
export const firstYear = 1900;
export const lastYear = 2199;

const day = /^(\d{4})-(\d{2})-(\d{2})$/;

/** YYYY-MM-DD as midnight UTC; undefined when there is no such day. */
export function parseDay(text: string): Date | undefined {
  if (!day.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // A day such as 02-30 either does not parse or comes out as another one.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? inRange(date) : undefined;
}

/** The date, unless it lies in another time than records do. */
export function inRange(date: Date): Date | undefined {
  const year = date.getUTCFullYear();
  return year >= firstYear && year <= lastYear ? date : undefined;
}
