import { children, ofAccount } from './fill-statements.mjs';

/** Gives an account as many rows as asked for in each of the tables, spread evenly over the last 36 months. */
export const fillAccount = (pool, rows, tables, { account, projects }) =>
  run(
    pool,
    rows,
    tables.map((table) => ofAccount[table]),
    { account: account.id, forest: projects.forestryId, carbon: projects.carbonId },
  );

/** Gives an account as many accounts directly below it. */
export const fillChildren = (pool, rows, { account }) =>
  run(pool, rows, [children], { account: account.id, lineage: `{${account.lineage.join(',')}}` });

/** As autovacuum leaves a database that has been in use for a while; without it the first run would pay for it. */
export const settle = (pool) =>
  pool.withClient(async (client) => {
    await client.query('set role none');
    await client.query('vacuum analyze');
    await client.query('reset role');
  });

// The application's own role may do none of this; only the owner of the tables may.
// Foreign keys are checked row by row, which would take longer than all the rest; what is inserted here fits.
// Ids have the shape that the server gives them: they grow with time, so that indexes are filled as in real life.
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
      // Most statements use some of the values only, which parameters do not allow.
      const text = statement.replace(/:(account|forest|carbon|lineage)\b/g, (_, name) =>
        client.escapeLiteral(values[name]),
      );
      await client.query(text.replace(':numbered', numbered));
    }
    await client.query('reset session_replication_role; reset synchronous_commit; reset role');
  });
