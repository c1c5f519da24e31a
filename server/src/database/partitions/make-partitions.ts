import type pg from 'pg';
import { invalid } from '../../platform/errors.js';
import { addMonths } from '../../platform/time/months.js';
import { boundaryName } from './boundary.js';
import {
  firstPartition,
  lastPartition,
  monthPartition,
  partitionIndex,
  type GrowingTable,
} from './growing-tables.js';
import { requireConvertible } from './require-convertible.js';
import { readIndexes, readTableParts, type TableParts } from './table-parts.js';

// Each of these runs in a transaction of its own. They only change the catalog, because a boundary has been validated before:
// the exclusive lock on the table is short.

/** The months that get a partition of their own. */
export interface Months {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** Makes a table with a boundary at `end` the first partition of a new one with its name. The last partition begins there. */
export async function convertTable(client: pg.ClientBase, table: GrowingTable, end: Date): Promise<void> {
  const { name, key } = table;
  const first = firstPartition(table, end);
  const parts = await lockTable(client, table);
  await requireConvertible(client, name);
  await client.query(`alter table ${name} rename to ${first}`);
  for (const index of parts.indexes) await renameIndex(client, index.name, name, first);
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
  await attach(client, table, first, 'minvalue', quoted(table, end));
  await addLast(client, table, parts, end);
}

/** Ends the last partition, which began at `since` and has a boundary at `end`, and adds the next last one. */
export async function endLastPartition(
  client: pg.ClientBase,
  table: GrowingTable,
  since: Date,
  end: Date,
): Promise<void> {
  const parts = await lockTable(client, table);
  const last = lastPartition(table);
  const ended = monthPartition(table, since);
  await client.query(`alter table ${table.name} detach partition ${last}`);
  await client.query(`alter table ${last} rename to ${ended}`);
  // The next last partition gets indexes with these names.
  for (const { name } of await readIndexes(client, ended)) await renameIndex(client, name, last, ended);
  await attach(client, table, ended, quoted(table, since), quoted(table, end));
  await addLast(client, table, parts, end);
}

/** Adds partitions of months, from the start of the last partition on. */
export async function addEmptyMonths(
  client: pg.ClientBase,
  table: GrowingTable,
  { start, end }: Months,
): Promise<void> {
  const parts = await lockTable(client, table);
  const last = lastPartition(table);
  const { rows } = await client.query(`select from ${last} limit 1`);
  if (rows.length > 0)
    throw invalid(`${last} has got rows, and its months cannot be split any more: run this command again`);
  await client.query(`drop table ${last}`);
  for (let month = start; month < end; month = addMonths(month, 1)) {
    const until = quoted(table, addMonths(month, 1));
    await addPartition(client, table, parts, monthPartition(table, month), quoted(table, month), until);
  }
  await addLast(client, table, parts, end);
}

async function lockTable(client: pg.ClientBase, table: GrowingTable): Promise<TableParts> {
  await client.query(`lock table ${table.name} in access exclusive mode`);
  const parts = await readTableParts(client, table);
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

async function renameIndex(
  client: pg.ClientBase,
  index: string,
  table: string,
  renamed: string,
): Promise<void> {
  const name = client.escapeIdentifier(partitionIndex(index, table, renamed));
  await client.query(`alter index ${client.escapeIdentifier(index)} rename to ${name}`);
}

async function addPartition(
  client: pg.ClientBase,
  { name }: GrowingTable,
  { triggers, storage }: TableParts,
  partition: string,
  from: string,
  until: string,
): Promise<void> {
  await client.query(
    `create table ${partition} partition of ${name} for values from (${from}) to (${until})
     ${storage === '' ? '' : `with (${storage})`}`,
  );
  for (const { definition, isOfRows } of triggers)
    if (!isOfRows)
      await client.query(definition.replace(new RegExp(`( ON \\S*)\\b${name} `), `$1${partition} `));
}

const addLast = (client: pg.ClientBase, table: GrowingTable, parts: TableParts, start: Date): Promise<void> =>
  addPartition(client, table, parts, lastPartition(table), quoted(table, start), 'maxvalue');
