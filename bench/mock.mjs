import { seedDemo } from './support/compiled-server.mjs';
import { apiClient } from './support/api-client.mjs';
import { databasesOf } from './support/databases.mjs';
import { compareRates } from './support/load/compare-rates.mjs';
import { startMock } from './support/load/mock-server.mjs';
import { runWrk } from './support/load/wrk.mjs';

const connections = 64;

/** Every GET of the API with the demo's data, compared with a mock that generates responses from the OpenAPI document. */
export async function measureMock({ installation, sizes }) {
  const { seconds, rounds } = sizes.load;
  const databases = await databasesOf(installation);
  const database = await databases.create('demo');
  const { key } = await database.use(({ context }) => seedDemo(context));
  const server = await installation.serve(database.settings, '--no-jobs');
  const client = apiClient(server, key);
  const document = JSON.parse(await client.get('/openapi.json'));
  const paths = await readablePaths(client, document);
  client.close();
  const mock = await startMock(document);

  const rateOf = async (url, prefix) => {
    const requests = paths.map((path) => ({ path: prefix + path, key }));
    return (await runWrk(url, requests, { connections, seconds })).rate;
  };
  const result = await compareRates({
    what: `all ${paths.length} GETs of the API, on the demo`,
    otherIs: '@stoplight/prism-cli mock',
    ours: () => rateOf(server.url, '/v1'),
    other: () => rateOf(mock.url, ''),
    rounds,
    atLeast: 3,
  });
  await mock.stop();
  await server.stop();
  await databases.close();
  return [result];
}

/** The paths of the caller's own account; those with an id use the first item of their list, if the demo has one. */
async function readablePaths(client, { paths }) {
  const own = Object.keys(paths).filter((path) => paths[path].get && !path.includes('{account_id}'));
  const lists = own.filter((path) => !path.includes('{'));
  const found = [...lists];
  for (const path of own.filter((other) => !lists.includes(other))) {
    const items = JSON.parse(await client.get(path.slice(0, path.indexOf('/{'))));
    if (items.length > 0) found.push(path.replace(/\{\w+\}/, items[0].id));
  }
  return found;
}
