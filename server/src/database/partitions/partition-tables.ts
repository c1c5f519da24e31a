import type pg from 'pg';
import { invalid } from '../../platform/errors.js';
import { addMonths, isoMonth } from '../../platform/time/months.js';
import type { Pool } from '../database.js';
import { pendingMigrations, withSchemaLock } from '../migrate.js';
import { changeCatalog } from '../lock-timeout.js';
import { detectLayout } from '../store-layout.js';
import { addBoundary, removeBoundaries, withBoundaries, withPartitionLock } from './boundary.js';
import { growingTables } from './growing-tables.js';
import { addEmptyMonths, convertTable, endLastPartition } from './make-partitions.js';
import { readPartitionState } from './partition-state.js';
import { planTable, type TablePlan } from './plan-table.js';

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
  /** The month of the latest row, if it was created by a clock that was ahead: partitions of months begin after it. */
  readonly rowsAhead?: string;
}

/** So that each transaction is short. */
const monthsPerTransaction = 4;

/**
 * Partitions the tables that grow by month, while they are in use. What they have becomes the first partition, as it is: only
 * later months get one of their own. If they are partitioned already, prepares more months. If interrupted, the next run finishes
 * it.
 */
export async function partitionTables(pool: Pool, options: PartitionOptions): Promise<PartitionedTable[]> {
  const pending = await pendingMigrations(pool);
  if (pending.length > 0) throw invalid('The schema is not up to date: run the command migrate first');
  const done = await pool.withClient(async (client) => {
    await requirePartitionable(client);
    return withPartitionLock(client, () => partitionAll(client, options));
  });
  if (!done) throw invalid('Another process is partitioning the tables');
  return done;
}

async function partitionAll(client: pg.ClientBase, options: PartitionOptions): Promise<PartitionedTable[]> {
  // Of a run that was killed.
  await removeBoundaries(client);
  const plans: TablePlan[] = [];
  for (const table of growingTables) {
    options.onStep?.(`Reading ${table.name} ...`);
    plans.push(await planTable(client, table, options));
  }
  const boundaries = plans.flatMap(({ boundary }) => boundary ?? []);
  return withBoundaries(client, boundaries, async () => {
    // All of them first: if rows of one table do not allow it, the other stays as it was, too.
    for (const boundary of boundaries) {
      options.onStep?.(`Checking ${boundary.table} ...`);
      if (!(await addBoundary(client, boundary)))
        throw invalid(`${boundary.table} has rows dated in the future: nothing was changed`);
    }
    const tables: PartitionedTable[] = [];
    for (const plan of plans) tables.push(await partitionTable(client, plan, options));
    return tables;
  });
}

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
  { table, since, boundary, months, rowsAhead }: TablePlan,
  { onStep }: PartitionOptions,
): Promise<PartitionedTable> {
  const { name } = table;
  const { start, end } = months;
  onStep?.(`Partitioning ${name} ...`);
  if (since === undefined) await changeSchema(client, () => convertTable(client, table, start));
  else if (boundary) await changeSchema(client, () => endLastPartition(client, table, since, start));
  // Before months are added: PostgreSQL would note that they have no rows, and go on reading them without an index when they have.
  const { isAnalyzed } = await readPartitionState(client, table);
  if (!isAnalyzed) {
    onStep?.(`Analyzing ${name} ...`);
    await client.query(`analyze ${name}`);
  }
  onStep?.(`Adding months to ${name} ...`);
  for (let from = start; from < end; from = addMonths(from, monthsPerTransaction)) {
    const until = addMonths(from, monthsPerTransaction);
    await changeSchema(client, () =>
      addEmptyMonths(client, table, { start: from, end: until < end ? until : end }),
    );
  }
  const after = await readPartitionState(client, table);
  return {
    table: name,
    changed: start < end || !isAnalyzed,
    until: isoMonth(addMonths(after.preparedUntil ?? end, -1)),
    partitions: after.partitions,
    ...(rowsAhead && { rowsAhead: isoMonth(rowsAhead) }),
  };
}

/** Not while migrations run: they read which partitions there are. */
const changeSchema = (client: pg.ClientBase, work: () => Promise<void>): Promise<void> =>
  withSchemaLock(client, () => changeCatalog(client, work));
