import { startOfMonth } from '../../platform/time/months.js';

/** A table that grows with every request, and the column that its partitions are ranges of. */
export interface GrowingTable {
  readonly name: string;
  readonly key: string;
  /** The lowest value of the key in this month. */
  readonly startOf: (month: Date) => string;
  /** The time in a value of the key, at least its month. */
  readonly timeOf: (start: string) => Date;
}

/**
 * The partition key has to be part of the primary key. That of deposits has no time but the one in their ids, which are UUIDv7s.
 * Lists of the audit trail are ordered by time, so they only read the partitions that they need.
 */
export const growingTables: readonly GrowingTable[] = [
  {
    name: 'deposits',
    key: 'id',
    startOf: (month) => {
      const hex = month.getTime().toString(16).padStart(12, '0');
      return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
    },
    timeOf: (value) => new Date(Number.parseInt(value.slice(0, 13).replace('-', ''), 16)),
  },
  {
    name: 'audit_entries',
    key: 'at',
    startOf: (month) => month.toISOString(),
    timeOf: (value) => new Date(`${value.slice(0, 7)}-01T00:00:00Z`),
  },
];

/** The month that a value of the key belongs to. */
export function monthOf({ name, timeOf }: GrowingTable, value: string): Date {
  const time = timeOf(value);
  if (Number.isNaN(time.getTime())) throw new Error(`${name}: ${value} has no time`);
  return startOfMonth(time);
}

const suffixOf = (month: Date): string => month.toISOString().slice(0, 7).replace('-', '_');

/** What a table had before it was partitioned. */
export const firstPartition = ({ name }: GrowingTable, end: Date): string =>
  `${name}_before_${suffixOf(end)}`;

/** Named after its first month. */
export const monthPartition = ({ name }: GrowingTable, month: Date): string => `${name}_${suffixOf(month)}`;

/** Takes rows of months that have no partition yet, so that no write ever fails for want of one. */
export const lastPartition = ({ name }: GrowingTable): string => `${name}_later`;

/** The index of a partition that is part of an index of the whole table. */
export const partitionIndex = (index: string, table: string, partition: string): string =>
  index.startsWith(`${table}_`) ? index.replace(table, partition) : `${partition}_${index}`;
