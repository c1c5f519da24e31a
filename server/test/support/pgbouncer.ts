import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { account, createFolder } from './debian-postgres.js';
import { freePort } from './ports.js';
import { spawnRecorded } from './regrove-process.js';
import { findSystemProgram } from './system-programs.js';
import { until } from './until.js';

const program = findSystemProgram('pgbouncer');
export const canRunPgBouncer = !program.missing;

export interface PgBouncer {
  readonly port: number;
  /** How many connections to the database server it has open, in use or not. */
  serverConnections(): Promise<number>;
  stop(): Promise<void>;
}

/** PgBouncer in session mode in front of a database server, configured as docs/deploying.md says. */
export async function startPgBouncer(server: {
  host: string;
  port: number;
  user: string;
}): Promise<PgBouncer> {
  const folder = await createFolder('regrove-pgbouncer-');
  const port = await freePort();
  const file = join(folder.path, 'pgbouncer.ini');
  await writeFile(join(folder.path, 'users.txt'), `"${server.user}" ""\n`);
  await writeFile(
    file,
    `[databases]
* = host=${server.host} port=${server.port} user=${server.user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder.path, 'users.txt')}
admin_users = ${server.user}
pool_mode = session
default_pool_size = 40
max_client_conn = 200
`,
  );
  const running = spawnRecorded(program.binary, [file], {}, { cwd: folder.path, ...account });
  const ask = async (text: string): Promise<pg.QueryResultRow[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: server.user, database: 'pgbouncer' });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  await until('PgBouncer to accept connections', async () => {
    if (running.ended) throw new Error(running.stderr);
    return ask('show version').then(
      () => true,
      () => false,
    );
  });
  return {
    port,
    serverConnections: async () => (await ask('show servers')).length,
    async stop() {
      await running.stop('SIGKILL');
      await folder.remove();
    },
  };
}
