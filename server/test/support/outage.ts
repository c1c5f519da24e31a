import { asAdmin } from './database.js';
import type { TestServer } from './test-server.js';
import { until } from './until.js';

const letConnect = ({ database }: TestServer, allowed: boolean): Promise<void> =>
  asAdmin((client) => client.query(`alter database ${database.name} allow_connections ${allowed}`));

/** Closes every connection to the server's database; new ones are possible. */
export const cutConnections = ({ database: { name } }: TestServer): Promise<void> =>
  asAdmin(async (client) => {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await until('all connections to be closed', async () => {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
      return rowCount === 0;
    });
  });

/** Closes every connection and refuses new ones until `endOutage`. */
export async function beginOutage(server: TestServer): Promise<void> {
  await letConnect(server, false);
  await cutConnections(server);
}

export const endOutage = (server: TestServer): Promise<void> => letConnect(server, true);
