import { batcherNames, createDeposit } from './support/compiled-server.mjs';
import { compareRates } from './support/load/in-turns.mjs';
import { drive } from './support/load/wrk.mjs';
import { createMember, createProjects } from './support/members.mjs';

const connections = 64;
const differentRows = 200;
/** What a batcher has to gain, or it goes. */
const atLeast = 1.1;

const preload = new URL('support/load/unbatched.mjs', import.meta.url);

/** What each batcher gains: the same requests to a server that has it, and to one that does without it. */
export async function measureBatching({ installation, many, sizes }) {
  const { seconds, rounds, accounts } = sizes.load;
  const { context, pool, close } = await installation.open();
  const { forestryId } = await createProjects(context, ' of batching');
  const members = [];
  for (let number = 0; number < accounts; number++)
    members.push(await createMember(context, `Till ${number}`, 'customer'));
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
      name: 'certificates by id',
      what: 'GET /biomass/certificates/:id',
      requests: await getEach('/biomass/certificates', 'biomass_certificates'),
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

  const results = [];
  for (const { name, what, requests } of uses) {
    // Both are new, so that neither has had more time to be compiled.
    const batched = await installation.serve({}, '--no-jobs');
    const unbatched = await installation.serve(
      { NODE_OPTIONS: `--import=${preload.href}`, BENCH_UNBATCHED: name },
      '--no-jobs',
    );
    const rateOf = async ({ url }) => (await drive(url, requests, { connections, seconds })).rate;
    await rateOf(unbatched);
    results.push(
      await compareRates({
        what: `${name}: ${what}`,
        otherIs: 'without it',
        ours: () => rateOf(batched),
        other: () => rateOf(unbatched),
        rounds,
        atLeast,
      }),
    );
    await unbatched.stop();
    await batched.stop();
  }
  return results;
}
