import { applicationRoleName, countChildren, refreshActivity, rollUp } from './compiled-server.mjs';
import { insertChildAccounts, insertsByTable } from './fill-statements.mjs';

/** Gives an account this many rows in each of the tables, spread evenly over the last 36 months. */
export const fillAccount = (pool, rows, tables, { account, projects }) =>
  run(
    pool,
    rows,
    tables.map((table) => insertsByTable[table]),
    { account: account.id, forest: projects.forestryId, carbon: projects.carbonId },
  );

/** Gives an account this many direct children, each with trees, counted as by the jobs of a server. */
export async function fillChildren(pool, rows, { account }) {
  await run(pool, rows, [insertChildAccounts], {
    account: account.id,
    lineage: `{${account.lineage.join(',')}}`,
  });
  await countChildren({ db: pool });
}

const notAddedUp = `
  select from account_volume where not rolled union all select from account_plantings where not rolled limit 1`;

/** Adds up what the jobs of a server add up. */
export async function updateCounters(pool) {
  await refreshActivity({ db: pool }, new AbortController().signal);
  for (let left = 1; left > 0;) {
    await rollUp({ db: pool });
    left = await pool.withClient(async (client) => (await client.query(notAddedUp)).rowCount);
  }
}

/** Leaves the database as autovacuum would after some time of use; otherwise, the first run would pay for it. */
export const vacuum = (pool) =>
  pool.withClient(async (client) => {
    await client.query('set role none');
    await client.query('vacuum analyze');
    await client.query(`set role ${applicationRoleName}`);
  });

// Only the owner of the tables may do this, not the application's role. Foreign keys are checked row by row, which
// would take longer than everything else; the rows are valid. Ids have the same format as the server's: they increase
// with time, so that indexes are filled as in production.
const preparation = `
  set role none;
  set session_replication_role = replica;
  set synchronous_commit = off;
  create or replace function bench_time(n bigint, of bigint) returns timestamptz(3) stable language sql as
    $$ select date_trunc('minute', now()) - (of - n + 1) * (interval '1095 days' / of) $$;
  create or replace function bench_id(kind text, at timestamptz, n bigint) returns uuid stable language sql as
    $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '700' || kind || '8' ||
      lpad(to_hex(n), 15, '0'))::uuid $$`;

const run = (pool, rows, statements, values) =>
  pool.withClient(async (client) => {
    await client.query(preparation);
    const numbered = `(select n, bench_time(n, ${rows}) as at from generate_series(1, ${rows}) n) as numbered`;
    for (const statement of statements) {
      // Most statements use only some of the values, which parameters do not allow.
      const text = statement.replace(/:(account|forest|carbon|lineage)\b/g, (_, name) =>
        client.escapeLiteral(values[name]),
      );
      await client.query(text.replace(':numbered', numbered));
    }
    await client.query(
      `reset session_replication_role; reset synchronous_commit; set role ${applicationRoleName}`,
    );
  });
