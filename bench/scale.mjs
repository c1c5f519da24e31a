import { apiClient } from './support/api-client.mjs';
import { createKey } from './support/compiled-server.mjs';
import { databasesOf } from './support/databases.mjs';
import { filledMonth, lastMonth } from './support/filled-month.mjs';
import { measureRequest } from './support/request-cost.mjs';
import { measureClose } from './support/close-cost.mjs';
import { count, microseconds, milliseconds } from './support/table.mjs';

/** How much more a request or an account may cost in the larger installation. */
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
  await databases.checkpoint();
  const results = [];
  for (const [what, send] of Object.entries(requests)) {
    const costs = await measureRequest(databases, all, send, sizes.scale.turns);
    report(what, all, costs, milliseconds);
    results.push(...resultsOf(what, all, costs, milliseconds));
  }
  for (const one of all) await one.stop();
  const what = 'month close per account';
  const closes = [];
  for (const one of all) closes.push(await measureClose(databases, installation, one));
  report(what, all, closes, microseconds);
  results.push(...resultsOf(what, all, closes, microseconds));
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
  const database = await filledMonth(databases, `scale_${accounts}`, accounts, month, { isWhole: true });
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
    pid: server.pid,
    nextClient: () => clients[next++ % clients.length],
    async stop() {
      for (const client of clients) client.close();
      await server.stop();
    },
  };
}

function report(what, all, costs, format) {
  const figures = all.map(
    ({ accounts }, index) =>
      `${format(costs[index].ms)} (processor ${format(costs[index].processorMs)}) with ${count(accounts)}`,
  );
  console.log(`  ${what}: ${figures.join(', ')}`);
}

/** The larger installations compared with the smallest, by time and by processor time. */
function resultsOf(what, all, costs, format) {
  const [smallest, ...larger] = costs;
  return larger.flatMap((cost, index) => {
    const size = `${count(all[index + 1].accounts)} accounts`;
    const compared = (name, ours, other, ratio) => ({
      what: name,
      ours: format(ours),
      other: format(other),
      otherIs: `${count(all[0].accounts)} accounts`,
      ratio,
      bar: `the same (up to ${tolerance})`,
      holds: ratio <= tolerance,
    });
    return [
      compared(`${what}, ${size}`, cost.ms, smallest.ms, cost.ratio ?? cost.ms / smallest.ms),
      compared(
        `${what}, ${size}: processor time`,
        cost.processorMs,
        smallest.processorMs,
        cost.processorRatio ?? cost.processorMs / smallest.processorMs,
      ),
    ];
  });
}
