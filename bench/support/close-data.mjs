export const depositsPerAccount = 10;

/**
 * Accounts with ten deposits each in one month. A third of the accounts has two favorites, a third has one and a
 * third has none; every tenth has its own rate; one deposit in fifty is negative; one account in a hundred has no
 * pages in total and keeps its deposits. Rows are in the order of their time, as in production, so that those of one
 * account are spread over the whole table.
 */
export const fillMonth = (pool, { accounts, month, projectIds }) =>
  pool.withClient(async (client) => {
    const deposits = accounts * depositsPerAccount;
    await client.query('begin');
    // Foreign keys are checked row by row, which would take longer than everything else; the rows are valid.
    await client.query('set local role none; set local session_replication_role = replica');
    await client.query(
      `create temporary table numbered on commit drop as
       select n, uuidv7(interval '-1 year' + n * interval '10 ms') as id from generate_series(0, ${accounts - 1}) n`,
    );
    await client.query(`
      insert into accounts (id, lineage, name, name_sort, display_name, role, status, created_at, activated_at)
      select id, array[id], 'Customer ' || n, 'customer ' || n, 'Customer ' || n, 'customer', 'active', now(), now()
      from numbered`);
    await client.query("insert into account_states (account_id, status) select id, 'active' from numbered");
    await client.query(
      `insert into favorite_projects (account_id, project_id, id)
       select numbered.id, project_id, uuidv7() from numbered
       join unnest($1::uuid[]) with ordinality as favorite (project_id, place) on place <= n % 3`,
      [projectIds],
    );
    await client.query(
      'insert into account_settings (account_id, rate) select id, 0.00025 from numbered where n % 10 = 0',
    );
    // The step is coprime to the number of accounts: each account occurs once per round, in an order that is
    // unrelated to its id.
    await client.query(
      `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
       select numbered.id, uuidv7(at - now()), at, pages, width, length, gsm, at
       from (
         select i, (i * 7919) % ${accounts} as n, i / ${accounts} as round, $1::timestamptz + i * (interval '27 days' / ${deposits}) as at
         from generate_series(0::bigint, ${deposits - 1}) i
       ) deposit
       join numbered using (n)
       cross join lateral (
         select case when n % 100 = 99 then 0 when round = 7 and n % 5 = 0 then -20 else 100 + i % 900 end as pages,
           case i % 3 when 0 then 0.21 else 0.2159 end as width, case i % 3 when 0 then 0.297 else 0.2794 end as length,
           case i % 3 when 0 then 80 else 75 end as gsm
       ) paper
       order by i`,
      [month],
    );
    await client.query('commit');
    await client.query('set role none');
    await client.query('vacuum analyze');
  });
