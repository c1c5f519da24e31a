import { startBare } from './support/load/bare-server.mjs';
import { compareRates } from './support/load/compare-rates.mjs';
import { runWrk } from './support/load/wrk.mjs';

const connections = 64;
const differentDeposits = 200;

/** The most frequent reads of integrators, compared with the minimum that a server could do. */
export async function measureReads({ installation, few, many, sizes }) {
  const { seconds, rounds } = sizes.load;
  const server = await installation.serve();
  const database = await installation.open();
  const { driver } = database.pool;
  const { host, port, user, database: name } = driver.options;
  const { rows } = await driver.query(
    `select id from deposits where account_id = '${many.account.id}' limit ${differentDeposits}`,
  );
  const connection = { host, port, user, database: name };
  const bare = await startBare(installation, connection, { account: many.account.id });
  const rateOf = async ({ url }, paths, key) => {
    const requests = paths.map((path) => ({ path: `/v1${path}`, key }));
    return (await runWrk(url, requests, { connections, seconds })).rate;
  };

  const ids = rows.map(({ id }) => `/deposits/${id}`);
  const compare = (what, paths) =>
    compareRates({
      what,
      otherIs: 'Fastify and one SELECT',
      ours: () => rateOf(server, paths, many.key),
      other: () => rateOf(bare, paths),
      rounds,
      atLeast: 0.7,
    });
  const accountOf = ({ key }) => rateOf(server, ['/account'], key);
  const results = [
    await compare('GET /deposits/:id', ids),
    await compare('GET /deposits?limit=100', ['/deposits?limit=100']),
    await compareRates({
      what: `GET /account, ${sizes.rows / sizes.fewRows} times the offsets`,
      otherIs: `${sizes.fewRows} offsets`,
      ours: () => accountOf(many),
      other: () => accountOf(few),
      rounds,
      atLeast: 0.9,
    }),
  ];
  await bare.stop();
  await database.close();
  await server.stop();
  return results;
}
