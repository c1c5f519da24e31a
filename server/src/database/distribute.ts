import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { applicationRole, prepareLogin } from './application-role.js';
import type { Pool } from './database.js';
import { withSchemaLock } from './migrate.js';
import { allowTriggers, placeTable } from './place-table.js';
import { detectLayout, distributedTables, distributionInProgress } from './store-layout.js';
import { firstTenantTable, tablePlacements, tablesPlaced } from './table-placement.js';

export interface DistributionProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Distributes the tables of a migrated database over the nodes of its Citus cluster, with the rows that they have. An
 * interrupted run continues where it stopped. Returns the tables that it has distributed.
 */
export const distribute = (
  pool: Pool,
  onProgress: (progress: DistributionProgress) => void = () => undefined,
): Promise<string[]> =>
  pool.withClient((client) =>
    withSchemaLock(client, async () => {
      await requireCluster(client);
      await requireNobodyElse(client);
      await requireNotPartitioned(client);
      if (!(await isInProgress(client))) {
        if ((await detectLayout(client)) === 'distributed') return [];
        await inOneTransaction(client, begin);
      }
      const placed = (['reference', 'local'] as const).flatMap(tablesPlaced);
      const existing = await tableNames(client);
      const order = [...new Set([...placed, firstTenantTable, ...tablesPlaced('tenant')])].filter((name) =>
        existing.has(name),
      );
      const known = await distributedTables(client);
      for (const [done, name] of order.entries()) {
        onProgress({ done, total: order.length });
        if (!known.has(name)) await inOneTransaction(client, () => placeTable(client, name));
        // Citus hides the rows that it has copied from, but leaves them there.
        if (tablePlacements[name] !== 'local')
          await client.query('select truncate_local_data_after_distributing_table($1)', [name]);
      }
      await inOneTransaction(client, finish);
      onProgress({ done: order.length, total: order.length });
      return order.filter((name) => !known.has(name));
    }),
  );

/**
 * Finishes an interrupted distribution, if there is one. Migrations need that: they do not run on a database that is only partly
 * distributed, and tables of theirs that do not exist yet are placed when they are created.
 */
export const resumeDistribution = async (
  pool: Pool,
  onProgress: (progress: DistributionProgress) => void,
): Promise<string[]> => ((await pool.withClient(isInProgress)) ? distribute(pool, onProgress) : []);

async function tableNames(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public'`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function requireCluster(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("select 1 from pg_extension where extname = 'citus'");
  if (rows.length === 0)
    throw new Error('This database has no Citus: run `create extension citus` in it on every node');
  const workers = await client.query('select 1 from pg_dist_node where isactive and shouldhaveshards');
  if (workers.rows.length === 0)
    throw new Error('The cluster has no workers: add them on the coordinator with citus_add_node');
}

async function requireNotPartitioned(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`,
  );
  if (rows.length > 0)
    throw new Error(
      `Partitioned by month: ${rows.map(({ name }) => name).join(', ')}. Such tables cannot be distributed: restore a backup ` +
        'into a new database, and distribute that',
    );
}

const maxWaitMs = 5_000;

/** Servers that are running have read the layout when they started. */
async function requireNobodyElse(client: pg.ClientBase): Promise<void> {
  for (let waited = 0; ; waited += 100) {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name = 'regrove' and pid <> pg_backend_pid()`,
    );
    if (rows.length === 0) return;
    if (waited >= maxWaitMs)
      throw new Error('Regrove is running on this database: stop all servers and workers, then run it again');
    await pause(100);
  }
}

async function isInProgress(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select to_regclass('${distributionInProgress}') is not null as is`,
  );
  return rows[0]?.is ?? false;
}

/**
 * Removes what Citus does not accept while tables are distributed one by one, foreign keys and triggers. A table keeps how to
 * add them again at the end.
 */
async function begin(client: pg.ClientBase): Promise<void> {
  // The application writes account_states itself, see account-state-store.ts.
  await client.query('drop trigger accounts_status on accounts');
  await client.query(`
    create table ${distributionInProgress} as
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as removal,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as addition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('drop trigger %I on %s', tgname, tgrelid::regclass), pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`);
  for (const { removal } of await savedDefinitions(client)) await client.query(removal);
  // From here on, offsets are added to rows that exist.
  await client.query(`
    insert into account_unbilled (account_id, amount)
    select account_id, sum(price) from (
      select account_id, price from biomass_offsets where billed_at is null
      union all
      select account_id, price from carbon_offsets where billed_at is null
    ) unbilled group by account_id on conflict do nothing`);
  // Citus does not know range types of our own. Series with equal hashes are next to impossible.
  await client.query('alter table carbon_lots drop constraint carbon_lots_apart');
  await client.query(`
    alter table carbon_lots add constraint carbon_lots_apart exclude using gist (
      int8range(first_credit, last_credit, '[]') with &&,
      int8range(hashtextextended(series, 0), hashtextextended(series, 0), '[]') with &&)`);
}

async function finish(client: pg.ClientBase): Promise<void> {
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await allowTriggers(client);
  for (const { addition } of await savedDefinitions(client)) await client.query(addition);
  await prepareDistributedLogin(client);
  await client.query(`drop table ${distributionInProgress}`);
}

/** Citus connects to the other nodes as the role that runs a statement. */
async function prepareDistributedLogin(client: pg.ClientBase): Promise<void> {
  if (await applicationRole(client)) await prepareLogin(client, { password: undefined });
}

interface SavedDefinition {
  readonly removal: string;
  readonly addition: string;
}

const savedDefinitions = async (client: pg.ClientBase): Promise<SavedDefinition[]> =>
  (await client.query<SavedDefinition>(`select removal, addition from ${distributionInProgress}`)).rows;

async function inOneTransaction(
  client: pg.ClientBase,
  work: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  await client.query('begin');
  try {
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
