import { withCleanup } from './cleanup.mjs';
import { openInstance, readConfig } from './compiled-server.mjs';
import { closeInstance } from './installation.mjs';
import { parentOf } from './processor-time.mjs';

/**
 * Databases next to that of the installation, on the same server. Copying a filled one costs no more than copying its
 * files, so that each run can start with identical data.
 */
export async function databasesOf(installation) {
  const { pool, close } = await installation.open();
  // The instance uses a role that cannot create databases.
  const admin = (text) =>
    pool.withClient(async (client) => {
      await client.query('set role none');
      return (await client.query(text)).rows;
    });
  await requireDurability(admin);
  const [backend] = await admin('select pg_backend_pid() as pid');
  const { host, port, user } = pool.driver.options;

  const database = (name) => {
    const url = `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
    const settings = { ...installation.settings, REGROVE_DATABASE_URL: url };
    return {
      name,
      settings,
      /** Runs the work with the opened database and closes all connections. */
      async use(work) {
        const { created, undo } = withCleanup(() => openInstance(readConfig(settings)), closeInstance);
        try {
          return await work(await created);
        } finally {
          await undo();
        }
      },
      drop: () => admin(`drop database if exists ${name} with (force)`),
    };
  };

  return {
    async create(name) {
      await admin(`create database ${name} template template0`);
      return database(name);
    },
    async copy({ name: source }, name) {
      await admin(`create database ${name} template ${source} strategy file_copy`);
      return database(name);
    },
    /** Otherwise, a run would pay for the writes of the previous one. */
    checkpoint: () => admin('checkpoint'),
    /** The process above all others of the server. */
    postmasterPid: parentOf(backend.pid),
    close,
  };
}

async function requireDurability(admin) {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const [row] = await admin(`show ${setting}`);
    if (row[setting] !== 'on') throw new Error(`${setting} is ${row[setting]}: a durable database is meant`);
  }
}
