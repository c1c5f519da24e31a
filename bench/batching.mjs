import { batcherNames, createDeposit } from './support/compiled-server.mjs';
import { compareRates } from './support/load/compare-rates.mjs';
import { serveWithBatcherSwitch } from './support/load/batcher-switch-server.mjs';
import { runWrk } from './support/load/wrk.mjs';
import { createAccountWithKey, createProjects } from './support/members.mjs';

const connections = 64;
const differentRows = 200;
/** The minimum gain that justifies a batcher. */
const atLeast = 1.1;

/** The gain of each batcher: the same requests to the same server, with and without it. */
export async function measureBatching({ installation, many, sizes }) {
  const { seconds, rounds, accounts } = sizes.load;
  const { context, pool, close } = await installation.open();
  const { forestryId } = await createProjects(context, ' of batching');
  const members = [];
  for (let number = 0; number < accounts; number++)
    members.push(await createAccountWithKey(context, `Till ${number}`, 'customer'));
  const idsIn = async (table) => {
    const text = `select id from ${table} where account_id = $1 limit ${differentRows}`;
    const { rows } = await pool.withClient((client) => client.query(text, [many.account.id]));
    return rows.map(({ id }) => id);
  };
  const getEach = async (path, table) =>
    (await idsIn(table)).map((id) => ({ path: `/v1${path}/${id}`, key: many.key }));
  const post = (path, body, some) =>
    some.map(({ key }) => ({ method: 'POST', path: `/v1${path}`, key, body }));
  const deposits = (some) => post('/deposits', { pages: 100 }, some);
  const offsets = (some) => post('/biomass/offsets', { pages: 100, project_id: forestryId }, some);
  const one = members.slice(0, 1);
  const own = [];
  for (const { account, key } of members) {
    const { id } = await createDeposit(context, account.id, { pages: 100, date: null });
    own.push({ path: `/v1/deposits/${id}`, key });
  }

  const uses = [
    { name: 'keys', what: `GET /deposits/:id, ${accounts} accounts`, requests: own },
    { name: 'keys', what: `POST /deposits, ${accounts} accounts`, requests: deposits(members) },
    { name: 'deposits', what: `POST /deposits, ${accounts} accounts`, requests: deposits(members) },
    { name: 'deposits', what: 'POST /deposits, one account', requests: deposits(one) },
    { name: 'offsets', what: `POST /biomass/offsets, ${accounts} accounts`, requests: offsets(members) },
    { name: 'offsets', what: 'POST /biomass/offsets, one account', requests: offsets(one) },
    { name: 'offset terms', what: `POST /biomass/offsets, ${accounts} accounts`, requests: offsets(members) },
    { name: 'deposits by id', what: 'GET /deposits/:id', requests: await getEach('/deposits', 'deposits') },
    {
      name: 'offsets by id',
      what: 'GET /biomass/offsets/:id',
      requests: await getEach('/biomass/offsets', 'biomass_offsets'),
    },
    {
      name: 'carbon offsets by id',
      what: 'GET /carbon/offsets/:id',
      requests: await getEach('/carbon/offsets', 'carbon_offsets'),
    },
    { name: 'quotes by id', what: 'GET /quotes/:id', requests: await getEach('/quotes', 'quotes') },
    { name: 'orders by id', what: 'GET /orders/:id', requests: await getEach('/orders', 'orders') },
  ];
  const unmeasured = batcherNames().filter((name) => uses.every((use) => use.name !== name));
  if (unmeasured.length > 0) throw new Error(`Nothing measures the batcher of ${unmeasured.join(', ')}`);
  await close();

  const server = await serveWithBatcherSwitch(installation);
  const results = [];
  for (const { name, what, requests } of uses) {
    const rate = async () => (await runWrk(server.url, requests, { connections, seconds })).rate;
    const without = async () => {
      await server.switchOff(name);
      return rate();
    };
    const withIt = async () => {
      await server.switchOn();
      return rate();
    };
    // Warms up the code for both before measuring.
    if (rounds > 1) await without();
    results.push(
      await compareRates({
        what: `${name}: ${what}`,
        otherIs: 'without it',
        ours: withIt,
        other: without,
        rounds,
        atLeast,
      }),
    );
  }
  await server.stop();
  return results;
}
