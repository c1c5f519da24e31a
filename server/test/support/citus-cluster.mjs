import { execFile, spawn } from 'node:child_process';
import { chown, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const installations = '/usr/lib/postgresql';
const user = 'regrove';
const host = '127.0.0.1';

/** The programs of the newest installed PostgreSQL (as Debian installs it) that has Citus; undefined if none has. */
export async function findCitus() {
  if (!existsSync(installations)) return undefined;
  const versions = (await readdir(installations)).sort((a, b) => Number(b) - Number(a));
  const found = versions.find((version) =>
    existsSync(`/usr/share/postgresql/${version}/extension/citus.control`),
  );
  return found && join(installations, found, 'bin');
}

/** Starts a coordinator and workers on the loopback interface. The first port is the coordinator's. Few shards, because each costs time. */
export async function startCitusCluster({ programs, directory, ports, shards = 4, settings = {} }) {
  const account = postgresAccount();
  const folderOf = (port) => join(directory, `node-${port}`);
  await mkdir(directory, { recursive: true });
  if (account) await chown(directory, account.uid, account.gid);
  const [first, ...others] = ports;
  if (!existsSync(folderOf(first))) {
    // Anyone on this machine can connect, as with any cluster for development.
    const options = [
      '--username',
      user,
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--auth',
      'trust',
      '--no-sync',
    ];
    await run(join(programs, 'initdb'), ['--pgdata', folderOf(first), ...options], {
      ...account,
      cwd: directory,
    });
    for (const port of others) await copyFolder(folderOf(first), folderOf(port), account);
  }
  const configuration = {
    listen_addresses: host,
    unix_socket_directories: '',
    shared_preload_libraries: 'citus',
    max_connections: 300,
    max_prepared_transactions: 300,
    max_worker_processes: 64,
    'citus.shard_count': shards,
    'citus.node_conninfo': 'sslmode=disable',
    ...settings,
  };
  const start = async (port) => {
    const lines = Object.entries({ ...configuration, port }).map(([name, value]) => `${name} = '${value}'\n`);
    await writeFile(join(folderOf(port), 'postgresql.auto.conf'), lines.join(''));
    return startNode({ programs, folder: folderOf(port), port, account });
  };
  const nodes = new Map();
  for (const port of ports) nodes.set(port, await start(port));
  return {
    ports,
    urlOf: (database, port = first) => `postgresql://${user}@${host}:${port}/${database}`,
    /** Process id of a node's server. */
    pidOf: (port) => nodes.get(port).pid,
    /** Stops a node; `SIGKILL` ends its server like a crash, `SIGINT` after ending its connections. */
    stopNode: (port, signal) => stopNode(nodes.get(port), signal),
    /** The node accepts connections and does not respond any more, as on a machine that hangs. Returns how to continue. */
    hangNode: (port) => hang(nodes.get(port).pid),
    startNode: async (port) => void nodes.set(port, await start(port)),
    stop: async () => void (await Promise.all([...nodes.values()].map((node) => stopNode(node, 'SIGINT')))),
  };
}

/** Creates a database on all nodes and joins them. */
export async function createCitusDatabase({ ports, urlOf }, name) {
  for (const port of ports) {
    await query(urlOf('postgres', port), [`create database ${name}`]);
    await query(urlOf(name, port), ['create extension citus']);
  }
  const [coordinator, ...workers] = ports;
  await query(urlOf(name), [
    `select citus_set_coordinator_host('${host}', ${coordinator})`,
    ...workers.map((port) => `select citus_add_node('${host}', ${port})`),
  ]);
}

/** Runs statements on a connection of their own; returns the rows of the last. */
export async function query(url, statements) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user that the system's package has created. */
function postgresAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (!line) throw new Error('There is no user postgres to run PostgreSQL as');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

async function copyFolder(from, to, account) {
  await cp(from, to, { recursive: true });
  if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, to]);
  await run('chmod', ['700', to]);
}

const isStillEnding = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;

async function startNode({ programs, folder, port, account }) {
  const node = spawn(join(programs, 'postgres'), ['-D', folder], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  node.stderr.setEncoding('utf8').on('data', (text) => (log = (log + text).slice(-10_000)));
  for (;;) {
    if (node.exitCode !== null) {
      // The processes of a server that was killed may take a moment to end.
      if (!isStillEnding.test(log)) throw new Error(`The node on port ${port} ended:\n${log}`);
      await pause(200);
      return startNode({ programs, folder, port, account });
    }
    const isUp = await query(`postgresql://${user}@${host}:${port}/postgres`, []).then(
      () => true,
      () => false,
    );
    if (isUp) return node;
    await pause(50);
  }
}

async function hang(server) {
  process.kill(server, 'SIGSTOP');
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(server)]);
  const processes = [...stdout.trim().split(/\s+/).map(Number), server];
  const signalAll = (signal) => {
    for (const pid of processes) process.kill(pid, signal);
  };
  signalAll('SIGSTOP');
  return () => signalAll('SIGCONT');
}

async function stopNode(node, signal) {
  if (node.exitCode !== null || node.signalCode !== null) return;
  node.kill(signal);
  await once(node, 'exit');
}
