import { apiClient } from './support/api-client.mjs';
import { createKey } from './support/compiled-server.mjs';
import { databasesOf } from './support/databases.mjs';
import { filledMonth, isoMonth, lastMonth } from './support/filled-month.mjs';
import { compareCost } from './support/flat-cost.mjs';
import { count, microseconds, seconds } from './support/table.mjs';

/** How much more an account may cost in the larger installation. */
const tolerance = 1.3;

/**
 * The cost of the main requests and of a close per account, in installations of different sizes: ten deposits per account, and
 * requests of many accounts in turn, so that the rows of each have to be found again.
 */
export async function measureScale({ installation, sizes }) {
  const databases = await databasesOf(installation);
  const all = [];
  for (const accounts of sizes.scale.accounts)
    all.push(await prepare(databases, installation, accounts, sizes.scale));
  const [smallest, ...larger] = all;
  const results = [];
  for (const [what, send] of Object.entries(requests)) {
    for (const one of larger)
      results.push(
        await compareCost({
          what: `${what}, ${count(one.accounts)} accounts`,
          otherIs: `${count(smallest.accounts)} accounts`,
          ours: () => send(one.nextClient(), one),
          other: () => send(smallest.nextClient(), smallest),
          turns: sizes.turns,
          tolerance,
        }),
      );
  }
  for (const one of all) await one.stop();
  const closes = [];
  for (const one of all) closes.push(await close(databases, installation, one));
  for (const [index, { accounts }] of larger.entries())
    results.push(closeResult(closes[index + 1], accounts, closes[0], smallest.accounts));
  for (const { database } of all) await database.drop();
  await databases.close();
  return results;
}

const requests = {
  'GET /account': (client) => client.get('/account'),
  'GET /deposits?limit=100': (client) => client.get('/deposits?limit=100'),
  'GET /volume': (client) => client.get('/volume'),
  'GET /biomass/offsets': (client) => client.get('/biomass/offsets'),
  'POST /deposits': (client) => client.post('/deposits', { pages: 100 }),
  'POST /quotes': (client, { projectId }) =>
    client.post('/quotes', { project_id: projectId, items: [{ quantity: 1000 }] }),
  'POST /biomass/offsets': (client, { projectId }) =>
    client.post('/biomass/offsets', { pages: 100, project_id: projectId }),
};

/** A filled installation with a running server, and clients of some of its accounts. */
async function prepare(databases, installation, accounts, { clients: wanted }) {
  const month = lastMonth();
  const database = await filledMonth(databases, `scale_${accounts}`, accounts, month);
  const { keys, projectId } = await database.use(async ({ context, pool }) => {
    const rows = async (text, values) => (await pool.withClient((client) => client.query(text, values))).rows;
    const ids = await rows(
      'select id from accounts where parent_id is null order by hashtext(id::text) limit $1',
      [wanted],
    );
    const [{ id: project }] = await rows('select id from forestry_projects order by id limit 1');
    const created = [];
    for (const { id } of ids)
      created.push((await createKey(context, id, { name: null, revision: '1.6.6' })).key);
    return { keys: created, projectId: project };
  });
  const server = await installation.serve(database.settings, '--no-jobs');
  const clients = keys.map((key) => apiClient(server, key));
  let next = 0;
  return {
    accounts,
    month,
    database,
    projectId,
    nextClient: () => clients[next++ % clients.length],
    async stop() {
      for (const client of clients) client.close();
      await server.stop();
    },
  };
}

/** The time of a close in milliseconds. */
async function close(databases, installation, { accounts, database, month }) {
  await databases.checkpoint();
  const started = performance.now();
  await installation.run(['month', 'close', isoMonth(month)], database.settings);
  const tookMs = performance.now() - started;
  console.log(`  closed ${count(accounts)} accounts in ${seconds(tookMs)}`);
  return tookMs;
}

function closeResult(tookMs, accounts, smallestMs, fewest) {
  const [ours, other] = [tookMs / accounts, smallestMs / fewest];
  return {
    what: `month close per account, ${count(accounts)} accounts`,
    ours: microseconds(ours),
    other: microseconds(other),
    otherIs: `${count(fewest)} accounts`,
    ratio: ours / other,
    bar: `the same (up to ${tolerance})`,
    holds: ours / other <= tolerance,
  };
}
