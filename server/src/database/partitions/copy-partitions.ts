import type pg from 'pg';
import { invalid } from '../../platform/errors.js';
import { boundaryName } from './boundary.js';
import { growingTables, lastPartition, monthOf, type GrowingTable } from './growing-tables.js';
import { convertTable, endLastPartition } from './make-partitions.js';
import { isWithin } from './plan-table.js';

/** A partition of a table of the current schema. */
export interface Partition {
  readonly table: string;
  readonly name: string;
  /** As PostgreSQL shows it: `FOR VALUES FROM (...) TO (...)`. */
  readonly bound: string;
}

/** In any order. Needs the time zone UTC, which bounds are shown in. */
export async function listPartitions(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select parent.relname::text as "table", part.relname::text as name, pg_get_expr(part.relpartbound, part.oid) as bound
     from pg_inherits join pg_class part on part.oid = inhrelid join pg_class parent on parent.oid = inhparent
     where parent.relnamespace = current_schema()::regnamespace and parent.relkind = 'p' and part.relkind = 'r'
     order by parent.relname, part.relname`,
  );
  return rows;
}

/** Divides the tables of the current schema, still empty, into these partitions. In the caller's transaction. */
export async function recreatePartitions(
  client: pg.ClientBase,
  partitions: readonly Partition[],
): Promise<void> {
  const strange = partitions.find((one) => !growingTables.some(({ name }) => name === one.table));
  if (strange) throw unknownPartitions(strange.table);
  for (const table of growingTables) {
    let since: Date | undefined;
    for (const end of endsOf(table, partitions)) {
      const source = since === undefined ? table.name : lastPartition(table);
      await client.query(
        `alter table ${source} add constraint ${boundaryName} check (${isWithin(table, since, end)})`,
      );
      await (since === undefined
        ? convertTable(client, table, end)
        : endLastPartition(client, table, since, end));
      since = end;
    }
  }
}

/** Where partitions end, in order. The last one does not. */
function endsOf(table: GrowingTable, partitions: readonly Partition[]): Date[] {
  const ends = partitions
    .filter((one) => one.table === table.name && !one.bound.endsWith('TO (MAXVALUE)'))
    .map(({ bound }) => {
      const end = / TO \('([^']+)'\)$/.exec(bound)?.[1];
      if (end === undefined) throw unknownPartitions(table.name);
      return monthOf(table, end);
    });
  return ends.sort((one, other) => one.getTime() - other.getTime());
}

const unknownPartitions = (table: string): Error =>
  invalid(`${table} has partitions that the command partition has not made`);
