import type pg from 'pg';
import { addMonths } from '../../platform/time/months.js';
import { boundaryName } from './boundary.js';
import {
  firstPartition,
  lastPartition,
  monthPartition,
  partitionIndex,
  type GrowingTable,
} from './growing-tables.js';
import { readTableParts, type TableParts } from './table-parts.js';

// Each of these runs in a transaction of its own. They only change the catalog, because a boundary has been validated before:
// the exclusive lock on the table is short.

/** The months that get a partition of their own. */
export interface Months {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** Makes a table with a boundary at `start` the first partition of a new one with its name, and adds those of months. */
export async function convertTable(
  client: pg.ClientBase,
  table: GrowingTable,
  months: Months,
): Promise<void> {
  const { name, key } = table;
  const first = firstPartition(table, months.start);
  const parts = await lockTable(client, table);
  await client.query(`alter table ${name} rename to ${first}`);
  for (const index of parts.indexes) {
    const own = client.escapeIdentifier(partitionIndex(index.name, name, first));
    await client.query(`alter index ${client.escapeIdentifier(index.name)} rename to ${own}`);
  }
  await client.query(
    `create table ${name} (like ${first} including defaults including constraints including generated including storage
       including comments) partition by range (${key})`,
  );
  await client.query(`alter table ${name} drop constraint ${boundaryName}`);
  for (const { definition } of parts.indexes) await client.query(definition);
  for (const trigger of parts.triggers) {
    // Attaching copies it back.
    if (trigger.isOfRows) await client.query(`drop trigger ${trigger.name} on ${first}`);
    await client.query(trigger.definition);
  }
  for (const { privilege, role } of parts.grants) {
    await client.query(`grant ${privilege} on ${name} to ${role}`);
    // Those of the whole table are enough to use its partitions.
    await client.query(`revoke ${privilege} on ${first} from ${role}`);
  }
  await attach(client, table, first, 'minvalue', quoted(table, months.start));
  await addPartitions(client, table, parts, months);
}

/** Adds partitions of months, from the start of the last partition on. False if it has rows already. */
export async function addEmptyMonths(
  client: pg.ClientBase,
  table: GrowingTable,
  months: Months,
): Promise<boolean> {
  const parts = await lockTable(client, table);
  const last = lastPartition(table);
  const { rows } = await client.query(`select from ${last} limit 1`);
  if (rows.length > 0) return false;
  await client.query(`drop table ${last}`);
  await addPartitions(client, table, parts, months);
  return true;
}

/** Ends the last partition, which began at `since` and has a boundary at the start of the months, and adds theirs. */
export async function endLastPartition(
  client: pg.ClientBase,
  table: GrowingTable,
  since: Date,
  months: Months,
): Promise<void> {
  const parts = await lockTable(client, table);
  const last = lastPartition(table);
  const ended = monthPartition(table, since);
  await client.query(`alter table ${table.name} detach partition ${last}`);
  await client.query(`alter table ${last} rename to ${ended}`);
  await attach(client, table, ended, quoted(table, since), quoted(table, months.start));
  await addPartitions(client, table, parts, months);
}

async function lockTable(client: pg.ClientBase, { name }: GrowingTable): Promise<TableParts> {
  await client.query(`lock table ${name} in access exclusive mode`);
  const parts = await readTableParts(client, name);
  await client.query(`set local role ${parts.owner}`);
  return parts;
}

const quoted = ({ startOf }: GrowingTable, month: Date): string => `'${startOf(month)}'`;

async function attach(
  client: pg.ClientBase,
  { name }: GrowingTable,
  partition: string,
  from: string,
  until: string,
): Promise<void> {
  await client.query(
    `alter table ${name} attach partition ${partition} for values from (${from}) to (${until})`,
  );
  await client.query(`alter table ${partition} drop constraint ${boundaryName}`);
}

/** A partition for each month, and the last one for the time after them. */
async function addPartitions(
  client: pg.ClientBase,
  table: GrowingTable,
  { triggers }: TableParts,
  { start, end }: Months,
): Promise<void> {
  const { name } = table;
  const add = async (partition: string, from: string, until: string): Promise<void> => {
    await client.query(
      `create table ${partition} partition of ${name} for values from (${from}) to (${until})`,
    );
    for (const { definition, isOfRows } of triggers)
      if (!isOfRows)
        await client.query(definition.replace(new RegExp(`( ON \\S*)\\b${name} `), `$1${partition} `));
  };
  for (let month = start; month < end; month = addMonths(month, 1))
    await add(monthPartition(table, month), quoted(table, month), quoted(table, addMonths(month, 1)));
  await add(lastPartition(table), quoted(table, end), 'maxvalue');
}
