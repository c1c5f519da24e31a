import pg from 'pg';
import { isUnavailable } from '../platform/errors.js';
import { unavailableNodes } from './cluster-store.js';
import { isTransaction, type Database } from './database.js';
import { crossAccountStatement, citusStatement, type Statement } from './statement.js';

/** A select that concerns several accounts, and can leave out those on nodes that do not respond. */
export interface SelectAcrossNodes<Row> {
  readonly all: Statement<Row>;
  /** The same, limited to the accounts in its last value. */
  readonly ofAccounts: Statement<Row>;
  readonly rowsOf: RowsOf;
}

interface RowsOf {
  readonly table: string;
  /** The name of the table in the select. */
  readonly as: string;
  /** Which rows of the table; the only part of the select with values. */
  readonly where: string;
}

/** Declares such a select. `select` returns its text with the condition in its place. */
export function selectAcrossNodes<Row>(
  reason: string,
  { table, as = table, where }: Omit<RowsOf, 'as'> & { readonly as?: string },
  select: (where: string) => string,
): SelectAcrossNodes<Row> {
  const values = Math.max(...[...where.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return {
    all: crossAccountStatement(reason, select(where)),
    ofAccounts: citusStatement(select(`${where} and ${as}.account_id = any($${values + 1}::uuid[])`)),
    rowsOf: { table, as, where },
  };
}

export interface NodeRows<Row> {
  readonly rows: readonly Row[];
  /** False: a node does not respond, so rows of its accounts are missing. */
  readonly isComplete: boolean;
}

type Values = readonly (string | Date | null)[];

/** The rows on all nodes that respond. */
export async function queryAllNodes<Row>(
  db: Database,
  select: SelectAcrossNodes<Row>,
  values: Values,
): Promise<NodeRows<Row>> {
  // A transaction would be over after the failure.
  if (isTransaction(db) && (await unavailableNodes(db)).length > 0)
    return queryRespondingNodes(db, select, values);
  try {
    return { rows: await db.rows(select.all, values), isComplete: true };
  } catch (error) {
    if (isTransaction(db) || db.layout !== 'distributed' || !isUnavailable(error)) throw error;
    return queryRespondingNodes(db, select, values);
  }
}

/** The same if a node is known to be unavailable. */
export async function queryRespondingNodes<Row>(
  db: Database,
  { ofAccounts, rowsOf }: SelectAcrossNodes<Row>,
  values: Values,
): Promise<NodeRows<Row>> {
  const where = rowsOf.where.replaceAll(/\$(\d+)/g, (_, number: string) =>
    literal(values[Number(number) - 1]),
  );
  const nodes = await db.rows(selectAccounts, [rowsOf.table, rowsOf.as, where]);
  const accounts = nodes.flatMap((node) => node.accounts);
  return {
    rows: accounts.length === 0 ? [] : await db.rows(ofAccounts, [...values, accounts]),
    isComplete: nodes.every(({ success }) => success),
  };
}

function literal(value: string | Date | null | undefined): string {
  if (value === undefined || value === null) return 'null';
  return pg.escapeLiteral(typeof value === 'string' ? value : value.toISOString());
}

// Citus fails a select if one of its nodes does not respond. This asks each node about its own shards, in one connection.
const selectAccounts = citusStatement<{ success: boolean; accounts: string[] }>(`
  with nodes as (
    select nodename, nodeport, string_agg(
      format('select account_id from %s as %I where ', shard_name(logicalrelid, shardid), $2::text) || $3::text, ' union all ') as shards
    from pg_dist_shard join pg_dist_shard_placement using (shardid)
    where logicalrelid = to_regclass($1::text) group by nodename, nodeport),
  commands as (
    select array_agg(nodename) as names, array_agg(nodeport::integer) as ports, array_agg(
      format('select coalesce(string_agg(distinct account_id::text, '' ''), '''') from (%s) as found', shards)) as texts
    from nodes)
  select success, case when success then string_to_array(result, ' ') else '{}' end as accounts
  from commands, master_run_on_worker(names, ports, texts, true)`);
