import { apiClient } from './support/api-client.mjs';
import { latenciesDuring, p99 } from './support/load/steady-reads.mjs';
import { createAccountWithKey, createProjects } from './support/members.mjs';
import { watchMemory } from './support/memory.mjs';
import { fillReportedCertificates, fillReportedDeposits, sumByMonth } from './support/report-data.mjs';
import { vacuum } from './support/fill.mjs';
import { count, megabytes, milliseconds } from './support/table.mjs';

const maxMs = 2_000;
const maxBytes = 300e6;
const maxWaitMs = 150;
const rounds = 5;
const atOnce = 8;

const forms = {
  JSON: 'application/json',
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The annual report of an account with very many deposits in the year, and of one with very many certificates. */
export async function measureReport({ installation, sizes: { report: size } }) {
  const year = new Date().getUTCFullYear() - 1;
  const { context, pool, close } = await installation.open();
  const forest = (await createProjects(context, ' of reports')).forestryId;
  const [printer, planter, neighbour] = await Promise.all(
    ['Printer', 'Planter', 'Neighbour'].map((name) => createAccountWithKey(context, name, 'customer')),
  );
  const values = { year, forest };
  await fillReportedDeposits(pool, { ...values, account: printer.account.id, rows: size.deposits });
  await fillReportedCertificates(pool, { ...values, account: planter.account.id, rows: size.certificates });
  await vacuum(pool);
  const plain = await sumByMonth(pool, printer.account.id, year, rounds);
  await close();

  const results = [];
  for (const { key, what, sheets } of [
    { key: printer.key, what: `${count(size.deposits)} deposits`, sheets: plain.sheets },
    { key: planter.key, what: `${count(size.certificates)} certificates` },
  ])
    for (const [form, accept] of Object.entries(forms)) {
      // A new process each: memory allocated for an earlier report would count for this one.
      const server = await installation.serve();
      const { ms, peak } = await readReport(server, key, `/reports/annual?year=${year}`, accept, sheets);
      results.push(
        {
          what: `Annual report of ${what}, ${form}`,
          ours: milliseconds(ms),
          other: milliseconds(plain.ms),
          otherIs: 'one SQL statement that sums the deposits by month',
          ratio: ms / plain.ms,
          bar: `under ${maxMs / 1000} s`,
          holds: ms < maxMs,
        },
        {
          what: `Annual report of ${what}, ${form}: the server's memory`,
          ours: megabytes(peak.during),
          other: megabytes(peak.before),
          otherIs: 'before it',
          ratio: peak.during / peak.before,
          bar: `under ${megabytes(maxBytes)}`,
          holds: peak.during < maxBytes,
        },
      );
      await server.stop();
    }
  results.push(await measureNeighbour(installation, { printer, neighbour, year, size }));
  return results;
}

/** The median of several, and the most memory that all of them took. */
async function readReport(server, key, path, accept, sheets) {
  const client = apiClient(server, key, { accept });
  await client.get('/account');
  const stop = watchMemory(server.pid);
  const before = stop();
  const peakOf = watchMemory(server.pid);
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const text = await client.get(path);
    times.push(performance.now() - started);
    if (accept !== forms.JSON || sheets === undefined) continue;
    const reported = JSON.parse(text).levels[0].paper.sheets;
    if (reported !== sheets) throw new Error(`The report has ${reported} sheets instead of ${sheets}`);
  }
  client.close();
  return { ms: times.sort((a, b) => a - b)[rounds >> 1], peak: { before, during: peakOf() } };
}

/** How long another tenant waits while one asks for many reports at once. */
async function measureNeighbour(installation, { printer, neighbour, year, size }) {
  const server = await installation.serve();
  const requests = [{ path: '/account', key: neighbour.key }];
  const clients = Array.from({ length: atOnce }, () => apiClient(server, printer.key));
  const latencies = (work) => latenciesDuring(server, requests, work);
  const ask = () =>
    // Those that would wait too long are refused.
    Promise.allSettled(clients.map((client) => client.get(`/reports/annual?year=${year}`)));
  await latencies(ask);
  const before = await latencies(() => new Promise((resolve) => void setTimeout(resolve, size.quietMs)));
  const during = await latencies(ask);
  for (const client of clients) client.close();
  await server.stop();
  return {
    what: `p99 of another tenant's GET /account, ${atOnce} annual reports at once, longest ${milliseconds(Math.max(...during))}`,
    ours: milliseconds(p99(during)),
    other: milliseconds(p99(before)),
    otherIs: 'without reports',
    ratio: p99(during) / p99(before),
    bar: `under ${maxWaitMs} ms`,
    holds: p99(during) < maxWaitMs,
  };
}
