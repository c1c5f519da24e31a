import type pg from 'pg';
import { invalid } from '../../platform/errors.js';
import { monthOf, type GrowingTable } from './growing-tables.js';

export interface PartitionState {
  readonly isPartitioned: boolean;
  /** The first month that has no partition of its own; undefined if the table is not partitioned. */
  readonly preparedUntil: Date | undefined;
  readonly partitions: number;
  /** Whether there are statistics of the table as a whole. Autovacuum does not collect them if it is partitioned. */
  readonly isAnalyzed: boolean;
  /** As PostgreSQL estimates it. */
  readonly rows: number;
  /** With indexes. */
  readonly bytes: number;
}

interface Row extends Omit<PartitionState, 'preparedUntil'> {
  readonly lastBound: string | null;
}

export async function readPartitionState(
  client: pg.ClientBase,
  table: GrowingTable,
): Promise<PartitionState> {
  const { rows } = await client.query<Row>(
    `select whole.relkind = 'p' as "isPartitioned", whole.reltuples >= 0 as "isAnalyzed", parts.* from pg_class whole cross join lateral (
       select max(bound) filter (where bound ~ 'TO \\(MAXVALUE\\)') as "lastBound",
         count(*) filter (where relispartition)::int as partitions,
         coalesce(sum(greatest(reltuples, 0)), 0)::float as rows, coalesce(sum(pg_total_relation_size(oid)), 0)::float as bytes
       from (
         select oid, relispartition, reltuples, pg_get_expr(relpartbound, oid) as bound from pg_class
         where relkind = 'r' and (oid = whole.oid or oid in (select inhrelid from pg_inherits where inhparent = whole.oid))
       ) as part
     ) as parts
     where whole.oid = $1::regclass`,
    [table.name],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no table ${table.name}`);
  const { lastBound, ...state } = row;
  if (!state.isPartitioned) return { ...state, preparedUntil: undefined };
  const start = /FROM \('([^']+)'\)/.exec(lastBound ?? '')?.[1];
  if (start === undefined)
    throw invalid(`${table.name} has no open-ended partition: it was not partitioned by this command`);
  return { ...state, preparedUntil: monthOf(table, start) };
}
