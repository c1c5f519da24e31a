import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { account, createFolder, postgresPrograms } from '../debian-postgres.js';
import { freePort } from '../ports.js';
import { spawnRecorded } from '../regrove-process.js';
import { findSystemProgram } from '../system-programs.js';
import { until } from '../until.js';
import { hasEtcd, startEtcd } from './etcd.js';
import { hasPatroni, PatroniNode, type NodeOptions } from './node.js';

const haproxy = findSystemProgram('haproxy');

export const canRunPatroni = hasEtcd && hasPatroni && !haproxy.missing && postgresPrograms !== '';

const database = 'regrove';
const names = ['one', 'two', 'three'];

/** The addresses of a database in a cluster. */
export interface ClusterDatabase {
  /** Has all hosts. */
  readonly url: string;
  /** Has all hosts, for a standby. */
  readonly replicaUrl: string;
  /** Leads to the primary through HAProxy. */
  readonly proxyUrl: string;
}

export interface PatroniCluster extends ClusterDatabase {
  /** Creates another database, which is empty. */
  createDatabase(name: string): Promise<ClusterDatabase>;
  /** With everything in it, whoever uses it. */
  dropDatabase(name: string): Promise<void>;
  primary(): Promise<PatroniNode>;
  /** That of the primary. */
  timeline(): Promise<number>;
  /** Waits until the primary is another one. */
  hasOtherPrimary(than: PatroniNode): Promise<void>;
  /** Waits until every other node follows the primary. */
  isComplete(): Promise<void>;
  replaceEtcdLeader(): Promise<void>;
  /** Writes all logs to a folder that outlives the test run, and returns it. */
  keepLogs(): Promise<string>;
  stop(): Promise<void>;
}

/** Three PostgreSQL servers with synchronous replication, managed by Patroni, etcd and HAProxy as Debian has them. */
export async function startPatroni(options: NodeOptions = {}): Promise<PatroniCluster> {
  const folder = await createFolder('regrove-patroni-');
  const etcd = await startEtcd(folder.path);
  const nodes = await Promise.all(
    names.map((name) => PatroniNode.create(name, folder.path, etcd.hosts, options)),
  );
  for (const node of nodes) node.start();
  const proxyPort = await freePort();
  const file = join(folder.path, 'haproxy.cfg');
  await writeFile(file, proxyConfiguration(proxyPort, nodes));
  const proxy = spawnRecorded(haproxy.binary, ['-f', file], {}, { cwd: folder.path, ...account });
  const stop = async (): Promise<void> => {
    await proxy.stop('SIGKILL');
    for (const node of nodes) await node.stop();
    await etcd.stop();
    await folder.remove();
  };

  const keepLogs = async (): Promise<string> => {
    const kept = await mkdtemp('/var/tmp/regrove-failover-');
    const own = Object.fromEntries(nodes.map(({ name, log }) => [name, log]));
    for (const [name, text] of Object.entries({ ...own, ...etcd.logs(), haproxy: proxy.stderr }))
      await writeFile(join(kept, `${name}.log`), text);
    return kept;
  };
  const findPrimary = async (): Promise<PatroniNode | undefined> => {
    const found = await Promise.all(nodes.map((node) => node.is('primary')));
    return nodes[found.indexOf(true)];
  };
  const isComplete = async (): Promise<void> => {
    await until('one primary and two standbys', async () => {
      const rows = await ask(
        proxyUrl('postgres'),
        `select from pg_stat_replication where state = 'streaming'`,
      );
      // PostgreSQL knows the synchronous standbys before Patroni does, which promotes no other.
      const successors = (await Promise.all(nodes.map((node) => node.is('sync')))).filter(Boolean);
      return rows?.length === nodes.length - 1 && successors.length === rows.length;
    });
  };
  const proxyUrl = (name: string): string => `postgresql://postgres@127.0.0.1:${proxyPort}/${name}`;
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const createDatabase = async (name: string): Promise<ClusterDatabase> => {
    await ask(proxyUrl('postgres'), `create database ${name}`);
    const url = `postgresql://postgres@${hosts}/${name}?target_session_attrs=`;
    return { url: `${url}read-write`, replicaUrl: `${url}standby`, proxyUrl: proxyUrl(name) };
  };
  let first: ClusterDatabase;
  try {
    await isComplete();
    first = await createDatabase(database);
  } catch (error) {
    const kept = await keepLogs();
    await stop();
    throw new Error(`The cluster did not start; its logs are in ${kept}`, { cause: error });
  }
  return {
    ...first,
    createDatabase,
    async dropDatabase(name) {
      await ask(proxyUrl('postgres'), `drop database ${name} with (force)`);
    },
    async primary() {
      const found = await until('a primary', findPrimary);
      return found as PatroniNode;
    },
    async timeline() {
      const found = await until('a timeline', async () =>
        (await Promise.all(nodes.map((node) => node.timeline()))).find((timeline) => timeline !== undefined),
      );
      return found ?? 0;
    },
    async hasOtherPrimary(than) {
      await until(
        'another primary',
        async () => (await findPrimary())?.name ?? than.name,
        (name) => name !== than.name,
      );
    },
    isComplete,
    replaceEtcdLeader: () => etcd.replaceLeader(),
    keepLogs,
    stop,
  };
}

/** The rows, or undefined if the server cannot be reached. */
async function ask(url: string, text: string): Promise<pg.QueryResultRow[] | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && !/^(57|08|25)/.test(error.code ?? '')) throw error;
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** As in docs/scale.md, which has addresses instead of ports. */
const proxyConfiguration = (port: number, nodes: readonly PatroniNode[]): string => `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`;
