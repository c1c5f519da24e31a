/** The close of a month begins shortly after midnight, so its certificates and invoices are there at noon. */
const noon = 12;

export const maxMonths = 24;

export function nextDay(now: Date): Date {
  const next = new Date(now);
  next.setUTCDate(next.getUTCDate() + 1);
  return next;
}

/** Of the month that follows, also on the 1st itself. */
export const firstOfNextMonth = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, noon));

export function nextYear(now: Date): Date {
  const next = new Date(now);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next;
}

export const noonOf = (day: string): string => `${day}T${noon}:00:00Z`;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The days that can be chosen. Noon of the last one must not be beyond the limit. */
export function choosableDays(now: Date): { readonly first: string; readonly last: string } {
  const limit = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + maxMonths, 0));
  return { first: dayOf(nextDay(now)), last: dayOf(limit) };
}
