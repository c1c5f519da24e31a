import { findCitus } from '../server/test/support/citus-cluster.mjs';
import { startNodes } from './support/citus-databases.mjs';
import { depositsPerAccount, fillMonth } from './support/close-data.mjs';
import { createAccount } from './support/compiled-server.mjs';
import { isoMonth, lastMonth } from './support/filled-month.mjs';
import { createProjects } from './support/members.mjs';
import { issuedTotals, requireBalance } from './support/month-results.mjs';
import { median } from './support/rounds.mjs';
import { count, milliseconds, seconds } from './support/table.mjs';

const maxTimesOne = 1.6;
const firstPort = 15_600;
/** Accounts that are created to measure it, one by one and then eight at a time. */
const created = 400;
const concurrency = 8;

/** Close and billing of a month, and the creation of accounts, on a cluster of three nodes and on one PostgreSQL of the same version. */
export async function measureCitus({ installation, sizes }) {
  const programs = await findCitus();
  if (programs === undefined) {
    console.log('  skipped: Citus is not installed');
    return [];
  }
  const { accounts, rounds } = sizes.citus;
  const month = lastMonth();
  const fill = async ({ context, pool }) => {
    const projects = [await createProjects(context, ' 1'), await createProjects(context, ' 2')];
    await fillMonth(pool, { accounts, month, projectIds: projects.map(({ forestryId }) => forestryId) });
  };
  const stores = {
    one: await startNodes(programs, [firstPort], installation),
    cluster: await startNodes(programs, [firstPort + 1, firstPort + 2, firstPort + 3], installation),
  };
  const sources = {};
  for (const [name, store] of Object.entries(stores))
    sources[name] = await store.create('month_filled', fill);

  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const names = round % 2 === 0 ? ['one', 'cluster'] : ['cluster', 'one'];
    const results = {};
    for (const name of names) {
      const database = await stores[name].copy(sources[name], `month_${round}`);
      results[name] = await monthEnd(installation, database, month, { isThorough: round === 0 });
      if (round === 0) Object.assign(results[name], await creation(database));
      await database.drop();
    }
    requireSame(results);
    measured.push(results);
    for (const name of names) console.log(`  round ${round + 1}, ${name}: ${described(results[name])}`);
  }
  return resultsOf(measured, accounts);
}

async function monthEnd(installation, database, month, { isThorough }) {
  const name = isoMonth(month);
  const closeMs = await timeOf(() => installation.run(['month', 'close', name], database.settings));
  const billMs = await timeOf(() => installation.run(['month', 'bill', name], database.settings));
  return database.use(async ({ pool }) => {
    if (isThorough) {
      await requireBalance(pool);
      await pool.snapshot(
        async () => undefined,
        (ms) => console.log(`  writes were paused for ${milliseconds(ms)} to read all nodes in one moment`),
      );
    }
    const issued = JSON.stringify([await issuedTotals(pool), await billedTotals(pool)]);
    return { closeMs, billMs, monthEndMs: closeMs + billMs, issued };
  });
}

const billedTotals = (pool) =>
  pool.withClient(async (client) => {
    const { rows } = await client.query('select count(*), sum(lines), sum(total_exact) from invoices');
    return rows[0];
  });

/** Milliseconds per account that is created below another one. */
const creation = (database) =>
  database.use(async ({ context }) => {
    const parent = await createAccount(context, undefined, 'channel', { name: 'Parent' });
    const create = (name) => createAccount(context, parent, 'customer', { name });
    const one = await timeOf(async () => {
      for (let n = 0; n < created; n++) await create(`One ${n}`);
    });
    const several = await timeOf(() =>
      Promise.all(
        Array.from({ length: concurrency }, async (_, worker) => {
          for (let n = 0; n < created / concurrency; n++) await create(`Several ${worker} ${n}`);
        }),
      ),
    );
    return { createMs: one / created, createSeveralMs: several / created };
  });

async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function requireSame({ one, cluster }) {
  if (one.issued !== cluster.issued)
    throw new Error(`The results differ: ${cluster.issued} instead of ${one.issued}`);
}

const described = ({ closeMs, billMs }) => `close ${seconds(closeMs)}, billing ${seconds(billMs)}`;

function resultsOf(measured, accounts) {
  const line = (what, figure, show, bar) => {
    const known = measured.filter(({ one }) => one[figure] !== undefined);
    const time = (name) => median(known.map((round) => round[name][figure]));
    const ratio = median(known.map(({ one, cluster }) => cluster[figure] / one[figure]));
    return {
      what,
      ours: show(time('cluster')),
      other: show(time('one')),
      otherIs: 'one PostgreSQL',
      ratio,
      bar: bar === undefined ? 'none' : `up to ${bar}`,
      holds: bar === undefined || ratio <= bar,
    };
  };
  const size = `${count(accounts)} accounts, ${count(accounts * depositsPerAccount)} deposits`;
  return [
    line(`Citus, three nodes: month close, ${size}`, 'closeMs', seconds, maxTimesOne),
    line(`Citus, three nodes: billing, ${count(accounts)} accounts`, 'billMs', seconds),
    line('Citus, three nodes: close and billing', 'monthEndMs', seconds, maxTimesOne),
    line('Citus, three nodes: creating an account', 'createMs', milliseconds),
    line(`the same, ${concurrency} at a time`, 'createSeveralMs', milliseconds),
  ];
}
