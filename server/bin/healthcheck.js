// What a container is asked whether it can do its work: `serve` answers requests, `worker` reaches its database.
import { request } from 'node:https';
import pg from 'pg';

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
    const client = new pg.Client({
      connectionString: process.env.REGROVE_DATABASE_URL,
      connectionTimeoutMillis: timeoutMs,
    });
    await client.connect();
    await client.query('select 1').finally(() => client.end());
  },
};

try {
  await checks[process.argv[2] ?? 'serve']();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
