/** The first instant of the date's month, in UTC. */
export const startOfMonth = (date: Date): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));

export const addMonths = (month: Date, months: number): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + months, 1));

export const startOfQuarter = (date: Date): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1));

export const startOfYear = (date: Date): Date => new Date(Date.UTC(date.getUTCFullYear(), 0, 1));

/** YYYY-MM-DD, the form that a `date` column takes. */
export const isoDay = (date: Date): string => date.toISOString().slice(0, 10);
