import type pg from 'pg';
import type { GrowingTable } from './growing-tables.js';

export interface PartitionState {
  readonly isPartitioned: boolean;
  /** The first month that has no partition of its own; undefined if the table is not partitioned. */
  readonly preparedUntil: Date | undefined;
  readonly partitions: number;
  /** As PostgreSQL estimates it. */
  readonly rows: number;
  /** With indexes. */
  readonly bytes: number;
}

interface Row {
  readonly isPartitioned: boolean;
  readonly lastBound: string | null;
  readonly partitions: number;
  readonly rows: number;
  readonly bytes: number;
}

export async function readPartitionState(
  client: pg.ClientBase,
  { name, monthOf }: GrowingTable,
): Promise<PartitionState> {
  const { rows } = await client.query<Row>(
    `select whole.relkind = 'p' as "isPartitioned", parts.* from pg_class whole cross join lateral (
       select max(bound) filter (where bound ~ 'TO \\(MAXVALUE\\)') as "lastBound",
         count(*) filter (where relispartition)::int as partitions,
         coalesce(sum(greatest(reltuples, 0)), 0)::float as rows, coalesce(sum(pg_total_relation_size(oid)), 0)::float as bytes
       from (
         select oid, relispartition, reltuples, pg_get_expr(relpartbound, oid) as bound from pg_class
         where relkind = 'r' and (oid = whole.oid or oid in (select inhrelid from pg_inherits where inhparent = whole.oid))
       ) as part
     ) as parts
     where whole.oid = $1::regclass`,
    [name],
  );
  const [
    { lastBound, ...state } = { isPartitioned: false, lastBound: null, partitions: 0, rows: 0, bytes: 0 },
  ] = rows;
  const start = /FROM \('([^']+)'\)/.exec(lastBound ?? '')?.[1];
  return { ...state, preparedUntil: start === undefined ? undefined : monthOf(start) };
}
