import { withoutIndexes } from './without-indexes.mjs';

export const depositsPerAccount = 10;

const dayMs = 86_400_000;
const depositDays = 27;
/** Before all deposits. */
const accountsCreatedMs = Date.UTC(2020, 0, 1);

// In the format of the server's: the time in milliseconds, which has eleven digits until 2527, then a number instead of random
// bits. The lowest bigint is 8 and fifteen zeros.
const idOf = (ms, number) =>
  `('0' || to_hex((${ms})::bigint) || '7000' || to_hex('-9223372036854775808'::bigint + ${number}))::uuid`;

const accountId = (number) => idOf(`${accountsCreatedMs} + ${number} * 10`, number);

/**
 * Accounts with ten deposits each in one month. A third of the accounts has two favorites, a third has one and a
 * third has none; every tenth has its own rate; one deposit in fifty is negative; one account in a hundred has no
 * pages in total and keeps its deposits. Rows are in the order of their time, as in production, so that those of one
 * account are spread over the whole table. With `isWhole`, also the rows that requests leave next to these: a key for each
 * account, and an audit entry for each deposit.
 */
export const fillMonth = (pool, { accounts, month, projectIds, isWhole }) =>
  pool.withClient(async (client) => {
    await client.query('begin');
    // Foreign keys are checked row by row, which would take longer than everything else; the rows are valid.
    await client.query('set local role none; set local session_replication_role = replica');
    const large = ['accounts', 'account_states', 'api_keys', 'deposits', 'audit_entries'];
    await withoutIndexes(client, large, async () => {
      await fillAccounts(client, accounts, projectIds);
      const deposits = depositsOf(accounts, month);
      await client.query(
        `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
         select account_id, id, at, pages, width, length, gsm, at ${deposits}`,
      );
      if (isWhole) await fillTrail(client, accounts, deposits);
    });
    await client.query('commit');
    await client.query('set role none');
    // Not empty ones: PostgreSQL would plan for empty tables until it analyzes them again a minute later.
    await client.query(`vacuum analyze ${[...large, 'favorite_projects', 'account_settings'].join(', ')}`);
  });

async function fillAccounts(client, accounts, projectIds) {
  const numbered = `(select n, ${accountId('n')} as id from generate_series(0, ${accounts - 1}) n) as numbered`;
  await client.query(`
    insert into accounts (id, lineage, name, name_sort, display_name, role, status, created_at, activated_at)
    select id, array[id], 'Customer ' || n, 'customer ' || n, 'Customer ' || n, 'customer', 'active', now(), now()
    from ${numbered}`);
  await client.query(`insert into account_states (account_id, status) select id, 'active' from ${numbered}`);
  await client.query(
    `insert into favorite_projects (account_id, project_id, id)
     select numbered.id, project_id, uuidv7() from ${numbered}
     join unnest($1::uuid[]) with ordinality as favorite (project_id, place) on place <= n % 3`,
    [projectIds],
  );
  await client.query(
    `insert into account_settings (account_id, rate) select id, 0.00025 from ${numbered} where n % 10 = 0`,
  );
}

// The step is coprime to the number of accounts: each account occurs once per round, in an order that is unrelated to
// its id. Nothing is joined, so that no rows have to be sorted.
function depositsOf(accounts, month) {
  const deposits = accounts * depositsPerAccount;
  return `
    from (
      select i, (i * 7919) % ${accounts} as n, i / ${accounts} as round,
        ${month.getTime()} + i * ${depositDays * dayMs} / ${deposits} as ms
      from generate_series(0::bigint, ${deposits - 1}) i
    ) numbered
    cross join lateral (
      select ${accountId('n')} as account_id, ${idOf('ms', 'i')} as id, to_timestamp(ms / 1000.0) as at,
        case when n % 100 = 99 then 0 when round = 7 and n % 5 = 0 then -20 else 100 + i % 900 end as pages,
        case i % 3 when 0 then 0.21 else 0.2159 end as width, case i % 3 when 0 then 0.297 else 0.2794 end as length,
        case i % 3 when 0 then 80 else 75 end as gsm
    ) deposit`;
}

async function fillTrail(client, accounts, deposits) {
  await client.query(`
    insert into api_keys (account_id, id, hash, revision, created_at)
    select ${accountId('n')}, uuidv7(), sha256(n::text::bytea), '1.6.6', now() from generate_series(0, ${accounts - 1}) n`);
  await client.query(
    `insert into audit_entries (account_id, at, id, actor_kind, actor_id, action, subject_id, after)
     select account_id, at, id, 'key', account_id::text, 'deposit.create', id,
       jsonb_build_object('date', at, 'pages', pages, 'width', width, 'length', length, 'gsm', gsm) ${deposits}`,
  );
}
