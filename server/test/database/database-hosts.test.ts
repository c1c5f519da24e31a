import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inject } from 'vitest';
import { startServer, type RunningServer } from '../../src/main/serve.js';
import { readConfig } from '../../src/platform/config/config.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startForwarder, type Forwarder } from '../support/forwarder.js';
import { closedPort } from '../support/ports.js';
import { regrove } from '../support/regrove-process.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let directory: DataDirectory;
const forwarders: Forwarder[] = [];
const servers: RunningServer[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  directory = await createDataDirectory();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const forwarder of forwarders.splice(0)) await forwarder.close();
});
afterAll(async () => {
  await database.drop();
  await directory.remove();
});

async function forwarder(): Promise<Forwarder> {
  const started = await startForwarder(inject('postgres'));
  forwarders.push(started);
  return started;
}

const urlOf = (ports: readonly number[], query = ''): string =>
  `postgresql://${inject('postgres').user}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database.name}${query}`;

async function serve(url: string): Promise<RunningServer> {
  const config = readConfig({ ...directory.env, REGROVE_LOG_LEVEL: 'silent', REGROVE_DATABASE_URL: url });
  const server = await startServer(config);
  servers.push(server);
  return server;
}

const answers = ({ instance }: RunningServer): Promise<boolean> =>
  instance.context.db.transaction(() => Promise.resolve(true)).catch(() => false);

it('Of several hosts, the one that is writable is used, whatever its place in the list', async () => {
  const [closed, good] = [await closedPort(), await forwarder()];
  const paused = await forwarder();
  paused.pause();
  const server = await serve(urlOf([closed, paused.port, good.port], '?target_session_attrs=read-write'));
  expect(await answers(server)).toBe(true);
  expect(good.open()).toBeGreaterThan(0);
});

it('Requests and jobs move to another host when theirs stops answering, without an error of a connection', async () => {
  const [first, second] = [await forwarder(), await forwarder()];
  const server = await serve(urlOf([first.port, await closedPort()].concat(second.port)));
  await until('connections to the database', () => first.open() + second.open() > 0);
  const [used, other] = first.open() > 0 ? [first, second] : [second, first];
  used.pause();
  await until('the other host to be used', () => other.open() > 0);
  await until('statements to be answered', () => answers(server));
  await until(
    'the connections to the paused host to be closed',
    () => used.open(),
    (n) => n === 0,
    15_000,
  );
});

it('A server without a writable host says what is wrong with each', async () => {
  const ports = [await closedPort(), await closedPort()];
  const { code, stderr } = await regrove(['migrate'], {
    ...directory.env,
    REGROVE_DATABASE_URL: urlOf(ports),
  });
  expect(code).toBe(1);
  expect(stderr).toContain('The database is not reachable at the moment');
  for (const port of ports) expect(stderr).toContain(`127.0.0.1:${port} failed (connect ECONNREFUSED`);
});

it('A host that refuses the login is reported as such', async () => {
  const { port } = await forwarder();
  const { stderr } = await regrove(['migrate'], {
    ...directory.env,
    REGROVE_DATABASE_URL: urlOf([port, await closedPort()]).replace(database.name, 'nowhere'),
  });
  expect(stderr).toContain('database "nowhere" does not exist');
});
