/** Certificates as a month-end leaves them: in the order of their time, one of each account after the other. Not in the log yet. */
export const fillCertificates = (pool, { certificates, accounts, projectId, before }) =>
  pool.withClient(async (client) => {
    // Foreign keys are checked row by row, which would take longer than everything else; the rows are valid.
    await client.query('begin; set local role none; set local session_replication_role = replica');
    await client.query(
      `insert into biomass_certificates (account_id, id, project_id, date, pages, trees, issued_at, methodology_id, account_name,
         project_name)
       select account.id, uuidv7(), $1, $2, 100 + n % 900, 0.066363, $2, methodologies.id, account.display_name, 'Forest'
       from (select id, display_name, row_number() over (order by id) as place from accounts order by id limit $3) account
         join generate_series(1, $4) n on n % $3 + 1 = account.place
         cross join (select id from methodologies where current) methodologies`,
      [projectId, before, accounts, certificates],
    );
    await client.query('commit; set role none');
    await client.query('vacuum analyze biomass_certificates');
  });

/** What the database alone would need to keep as many rows of the same size. */
export const insertPlainRows = (pool, { certificates }) =>
  pool.withClient(async (client) => {
    await client.query(
      'set role none; create table plain_entries (index bigint primary key, entry bytea not null)',
    );
    const started = performance.now();
    await client.query(
      `insert into plain_entries
       select log_index, convert_to(row_to_json(certificate)::text, 'UTF8')
       from (select * from biomass_certificates where log_index is not null order by log_index desc limit $1) certificate`,
      [certificates],
    );
    const tookMs = performance.now() - started;
    await client.query('drop table plain_entries');
    return tookMs;
  });
