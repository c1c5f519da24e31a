import type { Database } from './database.js';
import { citusStatement } from './statement.js';
import { tablePlacements } from './table-placement.js';

const selectUnavailable = citusStatement<{ node: string }>(
  `select nodename || ':' || nodeport as node from run_command_on_workers('select 1') where not success order by 1`,
);

/** Nodes of a distributed store that do not respond; none for a single PostgreSQL. */
export const unavailableNodes = async (db: Database): Promise<string[]> =>
  db.layout === 'distributed' ? (await db.rows(selectUnavailable)).map(({ node }) => node) : [];

export interface ClusterState {
  /** Workers, without the coordinator. */
  readonly workers: number;
  readonly shards: number;
  /** Tables that are not where they should be. */
  readonly misplaced: readonly string[];
  /** The role that this connection uses. Citus connects to other nodes as the same role. */
  readonly role: string;
  /** Those of that role and of the owner of the tables that cannot log in. */
  readonly withoutLogin: readonly string[];
}

const selectState = citusStatement<Omit<ClusterState, 'misplaced'> & { placed: string[] }>(`
  select (select count(*)::integer from pg_dist_node where groupid <> 0 and isactive) as workers,
    (select count(*)::integer from pg_dist_shard where logicalrelid = 'account_states'::regclass) as shards,
    (select array_agg(logicalrelid::text) from pg_dist_partition) as placed,
    current_user::text as role,
    array(select rolname::text from pg_roles where not rolcanlogin and (rolname = current_user
      or oid = (select relowner from pg_class where oid = 'accounts'::regclass))) as without_login`);

/** Of a distributed store; undefined for a single PostgreSQL. */
export async function readClusterState(db: Database): Promise<ClusterState | undefined> {
  const [state] = db.layout === 'distributed' ? await db.rows(selectState) : [];
  if (!state) return undefined;
  const { placed, ...rest } = state;
  const expected = Object.keys(tablePlacements).filter((name) => tablePlacements[name] !== 'unmanaged');
  return { ...rest, misplaced: expected.filter((name) => !placed.includes(name)) };
}
