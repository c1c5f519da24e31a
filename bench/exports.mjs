import { inviteVisitor } from './support/dashboard-visitor.mjs';
import { exportReader } from './support/export-reader.mjs';
import { fillAccount, vacuum } from './support/fill.mjs';
import { latenciesDuring, p99 } from './support/load/steady-reads.mjs';
import { createAccountWithKey, createProjects } from './support/members.mjs';
import { count, milliseconds } from './support/table.mjs';

const maxMs = 150;
const quietMs = 5_000;

/** How long a tenant waits for its own small requests while one user of another tenant has many long lists exported at once. */
export async function measureExports({ installation, sizes: { exports: size } }) {
  const { rows, atOnce } = size;
  const { context, pool, close } = await installation.open();
  const projects = await createProjects(context);
  const exporter = await createAccountWithKey(context, 'Exporter', 'customer');
  const neighbour = await createAccountWithKey(context, 'Neighbour', 'customer');
  await fillAccount(pool, rows, ['deposits'], { ...exporter, projects });
  await vacuum(pool);
  const invited = await inviteVisitor(context, exporter);
  await close();
  const server = await installation.serve();
  const reader = await exportReader(server, invited);
  const requests = [{ path: '/account', key: neighbour.key }];
  const latencies = (work) => latenciesDuring(server, requests, work);

  await latencies(() => reader.read('deposits?format=xlsx'));
  const before = await latencies(() => new Promise((resolve) => void setTimeout(resolve, quietMs)));
  const results = [];
  for (const format of ['xlsx', 'csv']) {
    const during = await latencies(() =>
      Promise.all(Array.from({ length: atOnce }, () => reader.read(`deposits?format=${format}`))),
    );
    results.push({
      what: `p99 of another tenant's GET /account, ${atOnce} exports of ${count(rows)} rows (${format}), longest ${milliseconds(Math.max(...during))}`,
      ours: milliseconds(p99(during)),
      other: milliseconds(p99(before)),
      otherIs: 'without exports',
      ratio: p99(during) / p99(before),
      bar: `under ${maxMs} ms`,
      holds: p99(during) < maxMs,
    });
  }
  await server.stop();
  return results;
}
