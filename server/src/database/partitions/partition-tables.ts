import type pg from 'pg';
import { invalid } from '../../platform/errors.js';
import { addMonths, isoMonth, startOfMonth } from '../../platform/time/months.js';
import type { Pool } from '../database.js';
import { withSchemaLock } from '../migrate.js';
import { withShortLocks } from '../short-locks.js';
import { detectLayout } from '../store-layout.js';
import { addBoundary, removeBoundaries, withPartitionLock } from './boundary.js';
import { growingTables, lastPartition, type GrowingTable } from './growing-tables.js';
import { addEmptyMonths, convertTable, endLastPartition, type Months } from './make-partitions.js';
import { readPartitionState } from './partition-state.js';

export interface PartitionOptions {
  readonly now: Date;
  /** How many months to prepare. */
  readonly months: number;
  readonly onStep?: (text: string) => void;
}

export interface PartitionedTable {
  readonly table: string;
  /** Whether this run has changed it. */
  readonly changed: boolean;
  /** The last month that has a partition of its own. */
  readonly until: string;
  readonly partitions: number;
}

const dayMs = 86_400_000;
/**
 * A boundary refuses later rows until the run is finished. If it is killed, there is time to notice it before a boundary takes
 * effect.
 */
const leastDays = 28;

/**
 * Partitions the tables that grow by month, while they are in use. What they have becomes the first partition, as it is: only
 * later months get one of their own. If they are partitioned already, prepares more months. An interrupted run leaves each table
 * as it was or finished.
 */
export const partitionTables = (pool: Pool, options: PartitionOptions): Promise<PartitionedTable[]> =>
  pool.withClient(async (client) => {
    await requirePartitionable(client);
    const done = await withPartitionLock(client, async () => {
      // Of a run that was killed.
      await removeBoundaries(client);
      const tables: PartitionedTable[] = [];
      for (const table of growingTables) tables.push(await partitionTable(client, table, options));
      return tables;
    });
    if (!done) throw invalid('Another process is partitioning the tables');
    return done;
  });

async function requirePartitionable(client: pg.ClientBase): Promise<void> {
  if ((await detectLayout(client)) === 'distributed')
    throw invalid('This database is distributed by account: its tables cannot be partitioned as well');
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where oid = any($1::regclass[]) and not pg_has_role(current_user, relowner, 'usage')`,
    [growingTables.map(({ name }) => name)],
  );
  if (rows.length > 0)
    throw invalid('Only the owner of the tables can partition them: set REGROVE_DATABASE_OWNER_URL');
}

async function partitionTable(
  client: pg.ClientBase,
  table: GrowingTable,
  options: PartitionOptions,
): Promise<PartitionedTable> {
  const { preparedUntil } = await readPartitionState(client, table);
  const start = firstMonthAfter(new Date(options.now.getTime() + leastDays * dayMs));
  const months = { start, end: addMonths(start, options.months) };
  const changed =
    preparedUntil === undefined
      ? await convert(client, table, months, options)
      : await prepareMore(client, table, preparedUntil, months, options);
  if (changed) {
    options.onStep?.(`Analyzing ${table.name} ...`);
    await client.query(`analyze ${table.name}`);
  }
  const after = await readPartitionState(client, table);
  return {
    table: table.name,
    changed,
    until: isoMonth(addMonths(after.preparedUntil ?? start, -1)),
    partitions: after.partitions,
  };
}

const firstMonthAfter = (date: Date): Date => addMonths(startOfMonth(date), 1);

async function convert(
  client: pg.ClientBase,
  table: GrowingTable,
  months: Months,
  { onStep }: PartitionOptions,
): Promise<boolean> {
  const { name, key, startOf } = table;
  onStep?.(`Reading ${name} ...`);
  if (!(await addBoundary(client, name, `${key} < '${startOf(months.start)}'`)))
    throw rowsAhead(name, months.start);
  onStep?.(`Partitioning ${name} ...`);
  await changeSchema(client, () => convertTable(client, table, months));
  return true;
}

async function prepareMore(
  client: pg.ClientBase,
  table: GrowingTable,
  since: Date,
  { start, end }: Months,
  { onStep }: PartitionOptions,
): Promise<boolean> {
  if (end <= since) return false;
  const { name, key, startOf } = table;
  onStep?.(`Adding months to ${name} ...`);
  const added = await changeSchema(client, () => addEmptyMonths(client, table, { start: since, end }));
  if (added) return true;
  const last = lastPartition(table);
  const isWithin = `${key} >= '${startOf(since)}' and ${key} < '${startOf(start)}'`;
  if (start <= since || !(await addBoundary(client, last, isWithin))) throw rowsAhead(name, start);
  await changeSchema(client, () => endLastPartition(client, table, since, { start, end }));
  return true;
}

/** Not while migrations run: they read which partitions there are. */
const changeSchema = <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> =>
  withSchemaLock(client, () => withShortLocks(client, work));

const rowsAhead = (table: string, month: Date): Error =>
  invalid(
    `${table} has rows that were created in ${isoMonth(month)} or later, by a clock that is ahead: nothing was changed`,
  );
