import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { account, createFolder, postgresPrograms } from './debian-postgres.js';
import { freePort } from './ports.js';
import { type RecordedProcess, spawnRecorded } from './regrove-process.js';
import { until } from './until.js';

export const canReplicate = postgresPrograms !== '';

interface Socket {
  /** Its folder. */
  readonly host: string;
  readonly port: number;
}

/** A PostgreSQL and a second one that follows it. */
export interface ReplicatedPostgres {
  /** Their sockets. */
  readonly sockets: { readonly primary: Socket; readonly replica: Socket };
  readonly url: string;
  readonly replicaUrl: string;
  /** Stops and continues to apply what arrives. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Kills the replica, or starts it again. */
  killReplica(): Promise<void>;
  startReplica(): Promise<void>;
  /** Makes the replica a second primary. */
  promoteReplica(): Promise<void>;
  /** The statements that the replica has run so far. */
  replicaLog(): Promise<string>;
  stop(): Promise<void>;
}

const settings = { fsync: 'off', hot_standby: 'on', wal_level: 'replica', listen_addresses: '127.0.0.1' };

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await createFolder('regrove-replica-');
  const run = (program: string, args: readonly string[]): Promise<unknown> =>
    promisify(execFile)(join(postgresPrograms, program), args, { cwd: folder.path, ...account });
  const [port, replicaPort] = [await freePort(), await freePort()];
  const [data, replicaData] = [join(folder.path, 'primary'), join(folder.path, 'replica')];
  const urlOf = (at: number, database = 'regrove'): string =>
    `postgresql://postgres@127.0.0.1:${at}/${database}`;
  const logFile = join(folder.path, 'replica.log');

  const begin = async (
    at: number,
    directory: string,
    more: Readonly<Record<string, string>>,
  ): Promise<RecordedProcess> => {
    const all = { ...settings, port: String(at), unix_socket_directories: folder.path, ...more };
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const running = spawnRecorded(
      join(postgresPrograms, 'postgres'),
      ['-D', directory, ...options],
      {},
      {
        cwd: folder.path,
        ...account,
      },
    );
    await until('PostgreSQL to accept connections', async () => {
      if (running.ended) throw new Error(running.stderr);
      return query(urlOf(at, 'postgres'), 'select').then(
        () => true,
        () => false,
      );
    });
    return running;
  };

  await run('initdb', ['-D', data, '--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8']);
  const primary = await begin(port, data, {});
  await query(urlOf(port, 'postgres'), 'create database regrove');
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
  await run('pg_basebackup', [...from, '-D', replicaData, '-R', '--checkpoint=fast', '--no-sync']);
  const startReplica = async (): Promise<RecordedProcess> =>
    begin(replicaPort, replicaData, {
      log_statement: 'all',
      logging_collector: 'on',
      log_directory: folder.path,
      log_filename: 'replica.log',
    });
  let replica = await startReplica();
  let markers = 0;
  const replay = (what: 'pause' | 'resume') => async (): Promise<void> =>
    query(urlOf(replicaPort), `select pg_wal_replay_${what}()`);
  return {
    sockets: {
      primary: { host: folder.path, port },
      replica: { host: folder.path, port: replicaPort },
    },
    url: urlOf(port),
    replicaUrl: urlOf(replicaPort),
    pauseReplay: replay('pause'),
    resumeReplay: replay('resume'),
    async killReplica() {
      await replica.stop('SIGQUIT');
    },
    async startReplica() {
      replica = await startReplica();
    },
    async promoteReplica() {
      await query(urlOf(replicaPort), 'select pg_promote()');
    },
    async replicaLog() {
      // A separate process writes the log; what it has written before the marker is complete.
      const marker = `marker ${++markers}`;
      await query(urlOf(replicaPort), `select '${marker}'`);
      return until(
        'the log',
        () => readFile(logFile, 'utf8'),
        (text) => text.includes(`'${marker}'`),
      );
    },
    async stop() {
      await replica.stop('SIGQUIT');
      await primary.stop('SIGQUIT');
      await folder.remove();
    },
  };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}
