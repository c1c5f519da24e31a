import { make } from './cleaning-up.mjs';
import { openInstance, readConfig } from './compiled-server.mjs';
import { closeInstance } from './installation.mjs';

/**
 * Databases beside that of the installation, on the same server. A copy of a filled one costs what copying its files
 * does, so that each run can begin with the very same data.
 */
export async function databasesOf(installation) {
  const { pool, close } = await installation.open();
  // The instance works in the name of a role that may not create databases.
  const admin = (text) =>
    pool.withClient(async (client) => {
      await client.query('set role none');
      return (await client.query(text)).rows;
    });
  await requireDurability(admin);
  const { host, port, user } = pool.driver.options;

  const database = (name) => {
    const url = `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
    const settings = { ...installation.settings, REGROVE_DATABASE_URL: url };
    return {
      name,
      settings,
      /** Does something with the opened database, and leaves no connection behind. */
      async use(work) {
        const { making, undo } = make(() => openInstance(readConfig(settings)), closeInstance);
        try {
          return await work(await making);
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
    /** What a run would otherwise pay for in the name of what came before it. */
    checkpoint: () => admin('checkpoint'),
    close,
  };
}

async function requireDurability(admin) {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const [row] = await admin(`show ${setting}`);
    if (row[setting] !== 'on') throw new Error(`${setting} is ${row[setting]}: a durable database is meant`);
  }
}
