import type { Event } from '../../features/events/event-list-store.js';

/** Fields of rows that are times. JSON has them as text. */
const isTime = /(?:^date|_at|_date)$/;

/** The row that the facts of an event were taken from: the fields that its resource is presented from. */
export function rowOfEvent({ accountId, subjectId, facts }: Event): object {
  const fields = Object.entries(facts).map(([name, value]) => [
    fieldName(name),
    isTime.test(name) && typeof value === 'string' ? new Date(value) : value,
  ]);
  return { ...(Object.fromEntries(fields) as object), accountId, id: subjectId };
}

const fieldName = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
