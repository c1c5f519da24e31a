import { apiClient } from './support/api-client.mjs';
import { newId } from './support/compiled-server.mjs';
import { latenciesDuring, p99 } from './support/load/steady-reads.mjs';
import { createAccountWithKey } from './support/members.mjs';
import { count, milliseconds } from './support/table.mjs';

const maxMs = 5_000;
const maxWaitMs = 150;

/** How long a month of jobs of a print shop takes, and how long another tenant waits meanwhile. */
export async function measureJobImport({ installation, sizes: { jobImport: size } }) {
  const { lines, quietMs } = size;
  const { context, pool, close } = await installation.open();
  const shop = await createAccountWithKey(context, 'Print shop', 'channel');
  const neighbour = await createAccountWithKey(context, 'Neighbour of a print shop', 'customer');
  const plain = await insertPlainly(pool, shop.account, lines);
  await close();
  const server = await installation.serve();
  const client = apiClient(server, shop.key, { 'content-type': 'text/csv' });
  const requests = [{ path: '/deposits', key: neighbour.key, body: '{"pages":1}' }];
  const latencies = (work) => latenciesDuring(server, requests, work);
  const take = async (file) => {
    const start = performance.now();
    const answer = JSON.parse(await client.postText('/deposits/import?create_customers=true', file));
    if (answer.created !== lines) throw new Error(`Only ${answer.created} jobs were booked`);
    return performance.now() - start;
  };

  // The first requests compile what they need.
  await client.postText(
    '/deposits/import',
    fileOf('first', 1, () => ''),
  );
  const before = await latencies(() => new Promise((resolve) => void setTimeout(resolve, quietMs)));
  const times = {};
  const during = await latencies(async () => {
    times.fresh = await take(fileOf('new', lines, (index) => `C-${index}`));
    times.known = await take(fileOf('more', lines, (index) => `C-${index}`));
  });
  client.close();
  await server.stop();
  const result = (what, ours, other) => ({
    what,
    ours: milliseconds(ours),
    other: milliseconds(other),
    otherIs: 'plain INSERTs of the same rows',
    ratio: ours / other,
    bar: `under ${count(maxMs)} ms`,
    holds: ours < maxMs,
  });
  return [
    result(
      `a file of ${count(lines)} jobs, each of a new customer`,
      times.fresh,
      plain.accounts + plain.deposits,
    ),
    result(`a file of ${count(lines)} jobs of as many known customers`, times.known, plain.deposits),
    {
      what: `p99 of another tenant's POST /deposits meanwhile, longest ${milliseconds(Math.max(...during))}`,
      ours: milliseconds(p99(during)),
      other: milliseconds(p99(before)),
      otherIs: 'without imports',
      ratio: p99(during) / p99(before),
      bar: `under ${maxWaitMs} ms`,
      holds: p99(during) < maxWaitMs,
    },
  ];
}

const fileOf = (name, lines, customerOf) =>
  [
    'customer,job,date,sheets,size,gsm',
    ...Array.from(
      { length: lines },
      (_, index) => `${customerOf(index)},${name} ${index},2026-01-05,${index + 1},SRA3,135`,
    ),
  ].join('\n');

/** The same rows in the same tables by one statement each, without audit entries, events and rankings. */
async function insertPlainly(pool, { id: parent, lineage }, lines) {
  const run = (text, values) => pool.withClient((client) => client.query(text, values));
  const ids = Array.from({ length: lines }, () => newId());
  const names = ids.map((_, index) => `Plain ${index}`);
  const accounts = await timed(() =>
    run(
      `insert into accounts (id, parent_id, lineage, name, name_sort, display_name, external_id, role, status, created_at,
         activated_at, search_text)
       select id, $2, $3::uuid[] || id, name, lower(name), name, name, 'customer', 'active', now(), now(), lower(name)
       from unnest($1::uuid[], $4::text[]) as one (id, name)`,
      [ids, parent, lineage, names],
    ),
  );
  const deposits = await timed(async () => {
    await run(
      `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
       select account_id, id, now(), 1, 0.32, 0.45, 135, now() from unnest($1::uuid[], $2::uuid[]) as one (account_id, id)`,
      [ids, ids],
    );
    await run(
      `insert into deposit_jobs (account_id, job, deposit_id, date, pages, width, length, gsm)
       select account_id, job, account_id, now(), 1, 0.32, 0.45, 135 from unnest($1::uuid[], $2::text[]) as one (account_id, job)`,
      [ids, names],
    );
  });
  return { accounts, deposits };
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
