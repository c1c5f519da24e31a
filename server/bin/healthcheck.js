// What a container is asked whether it can do its work: `serve` answers requests, `worker` reaches its database.
import { request } from 'node:https';
import pg from 'pg';
import { readDatabaseUrl } from '../dist/platform/config/database-url.js';

const timeoutMs = 4_000;

const checks = {
  serve: () =>
    new Promise((resolve, reject) => {
      const port = Number(process.env.REGROVE_PORT || 8443);
      // Its own certificate need not be made out to the loopback address.
      const options = { host: '127.0.0.1', port, path: '/health/ready', rejectUnauthorized: false };
      request({ ...options, timeout: timeoutMs }, (answer) => {
        answer.resume();
        if (answer.statusCode < 500) resolve();
        else reject(new Error(`answered ${answer.statusCode}`));
      })
        .on('timeout', function () {
          this.destroy(new Error('no answer'));
        })
        .on('error', reject)
        .end();
    }),
  worker: async () => {
    const url = process.env.REGROVE_DATABASE_URL;
    const { hosts, urlOf } = readDatabaseUrl(url ?? '');
    // Any of several hosts will do: which of them is the primary changes without the worker.
    const urls = hosts.length > 1 ? hosts.map(urlOf) : [url];
    await Promise.any(urls.map(reach)).catch(({ errors }) => {
      throw new Error(errors.map(({ message, code }) => message || code).join('; '));
    });
  },
};

async function reach(connectionString) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs });
  await client.connect();
  await client.query('select 1').finally(() => client.end());
}

try {
  await checks[process.argv[2] ?? 'serve']();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
