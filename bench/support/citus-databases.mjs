import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCitusDatabase, query, startCitusCluster } from '../../server/test/support/citus-cluster.mjs';
import { withCleanup } from './cleanup.mjs';
import { openInstance, readConfig } from './compiled-server.mjs';
import { closeInstance } from './installation.mjs';

/** As docs/scale.md recommends; durable. */
const settings = { 'citus.enable_unsafe_triggers': 'on', 'citus.recover_2pc_interval': '5s' };

/** As many as Citus creates by default. */
const shards = 32;

/** PostgreSQL 18 has this function, which fills databases. */
const uuidv7 = `
  create function uuidv7(shift interval default interval '0') returns uuid language sql volatile as $$
    select encode(overlay(uuid_send(gen_random_uuid()) placing
      substring(int8send((extract(epoch from clock_timestamp() + shift) * 1000)::bigint) from 3) from 1 for 6), 'hex')::uuid $$`;

/**
 * A server for databases: a cluster of as many nodes as there are ports, or one PostgreSQL of the same version and with the same
 * settings. `fill` gets the opened database before it is distributed.
 */
export async function startNodes(programs, ports, installation) {
  const { created } = withCleanup(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'regrove-bench-nodes-'));
    return { directory, cluster: await startCitusCluster({ programs, directory, ports, shards, settings }) };
  }, stopNodes);
  const { cluster } = await created;
  const onNodes = async (...statements) => {
    for (const port of ports) await query(cluster.urlOf('postgres', port), statements);
  };
  const database = (name) => {
    const own = { ...installation.settings, REGROVE_DATABASE_URL: cluster.urlOf(name) };
    return {
      name,
      settings: own,
      async use(work) {
        const { created: opened, undo } = withCleanup(() => openInstance(readConfig(own)), closeInstance);
        try {
          return await work(await opened);
        } finally {
          await undo();
        }
      },
      drop: () => onNodes(`drop database if exists ${name} with (force)`),
    };
  };
  return {
    async create(name, fill) {
      const filled = database(name);
      if (ports.length > 1) await createCitusDatabase(cluster, name);
      else await query(cluster.urlOf('postgres'), [`create database ${name}`]);
      await query(cluster.urlOf(name), [uuidv7]);
      await filled.use(fill);
      if (ports.length > 1) await installation.run(['migrate', '--distribute'], filled.settings);
      return filled;
    },
    /** Nobody may be connected to the source meanwhile, not even the daemon of Citus. */
    async copy({ name: source }, name) {
      await onNodes(
        `alter database ${source} allow_connections false`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${source}'`,
        `create database ${name} template ${source} strategy file_copy`,
        'checkpoint',
      );
      return database(name);
    },
  };
}

async function stopNodes({ directory, cluster }) {
  await cluster.stop();
  await rm(directory, { recursive: true, force: true });
}
