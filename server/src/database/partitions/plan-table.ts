import type pg from 'pg';
import { invalid } from '../../platform/errors.js';
import { addMonths, isoMonth, startOfMonth } from '../../platform/time/months.js';
import type { Boundary } from './boundary.js';
import { lastPartition, monthOf, type GrowingTable } from './growing-tables.js';
import type { Months } from './make-partitions.js';
import { readPartitionState } from './partition-state.js';
import { requireConvertible, requireValidIndexes } from './require-convertible.js';
import { dayMs } from '../../platform/time/durations.js';

/** What a run does with a table. */
export interface TablePlan {
  readonly table: GrowingTable;
  /** Where the last partition begins; undefined if the table is not partitioned yet. */
  readonly since: Date | undefined;
  /** What the rows have to fulfil that are there already; undefined if the last partition is empty. */
  readonly boundary: Boundary | undefined;
  /** The months to add; empty if they are prepared already. */
  readonly months: Months;
  /** The month of the latest row, if it delays the first of these months. */
  readonly rowsAhead: Date | undefined;
}

/**
 * A boundary refuses later rows until the run is finished. If it is killed, there is time to notice it before a boundary takes
 * effect.
 */
const minDays = 28;
/** If rows of a clock that was ahead delayed the first month for longer, partitions would be of little use. */
const maxDelayMonths = 12;

export async function planTable(
  client: pg.ClientBase,
  table: GrowingTable,
  { now, months }: { readonly now: Date; readonly months: number },
): Promise<TablePlan> {
  const { preparedUntil: since } = await readPartitionState(client, table);
  await (since === undefined ? requireConvertible : requireValidIndexes)(client, table.name);
  const usual = addMonths(startOfMonth(new Date(now.getTime() + minDays * dayMs)), 1);
  const end = addMonths(usual, months);
  const none = { table, since, boundary: undefined, rowsAhead: undefined };
  if (since !== undefined && end <= since) return { ...none, months: { start: since, end: since } };
  const source = since === undefined ? table.name : lastPartition(table);
  const latest = await latestMonth(client, table, source);
  if (since !== undefined && latest === undefined) return { ...none, months: { start: since, end } };
  const rowsAhead = latest !== undefined && latest >= usual ? latest : undefined;
  const start = rowsAhead === undefined ? usual : addMonths(rowsAhead, 1);
  if (rowsAhead !== undefined && rowsAhead >= addMonths(usual, maxDelayMonths))
    throw tooFarAhead(table, rowsAhead);
  return {
    table,
    since,
    boundary: { table: source, condition: isWithin(table, since, start) },
    months: { start, end: addMonths(start, months) },
    rowsAhead,
  };
}

const tooFarAhead = ({ name }: GrowingTable, month: Date): Error =>
  invalid(
    `${name} has a row that was created in ${isoMonth(month)}, by a clock that was ahead, and partitions could only begin ` +
      'after it: nothing was changed',
  );

/** What the rows of a partition fulfil. */
export function isWithin({ key, startOf }: GrowingTable, from: Date | undefined, until: Date): string {
  const isBefore = `${key} < '${startOf(until)}'`;
  return from === undefined ? isBefore : `${key} >= '${startOf(from)}' and ${isBefore}`;
}

/** Reads all rows, because no index begins with the key. */
async function latestMonth(
  client: pg.ClientBase,
  table: GrowingTable,
  source: string,
): Promise<Date | undefined> {
  const { key } = table;
  const { rows } = await client.query<{ latest: string }>(
    `select ${key}::text as latest from ${source} order by ${source}.${key} desc limit 1`,
  );
  return rows[0] && monthOf(table, rows[0].latest);
}
