import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, type RecordedProcess, spawnRecorded } from './regrove-process.js';
import { findSystemProgram } from './system-programs.js';
import { until } from './until.js';

const lprint = findSystemProgram('lprint');
const unshare = findSystemProgram('unshare');
const isolation = ['--map-root-user', '--net', '--mount'];

/** LPrint listens on all addresses, so it runs only where it can have its own network namespace. */
export const canRunLprint =
  !lprint.missing && !unshare.missing && spawnSync(unshare.binary, [...isolation, 'true']).status === 0;

export interface Lprint {
  readonly port: number;
  /** Restarts the server with its stored state. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The print server LPrint with these printers, whose output is discarded. */
export async function startLprint(printers: readonly string[]): Promise<Lprint> {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-lprint-'));
  const socket = join(folder, 'run', 'lprint.sock');
  const env: Environment = { HOME: folder, TMPDIR: folder };
  await mkdir(join(folder, 'run'));
  const start = async (): Promise<RecordedProcess> => {
    // The socket in /run connects to it from outside its network namespace.
    const script = 'mount --bind "$1/run" /run && shift && exec "$@"';
    const settings = [`spool-directory=${folder}/spool`, 'server-hostname=localhost', 'log-file=-'];
    const command = [lprint.binary, 'server', ...settings.flatMap((setting) => ['-o', setting])];
    const server = spawnRecorded(
      unshare.binary,
      [...isolation, 'sh', '-c', script, 'sh', folder, ...command],
      env,
    );
    await until('lprint to listen', () => {
      if (server.ended) throw new Error(`lprint ended: ${server.stderr}`);
      return existsSync(socket);
    });
    return server;
  };
  let server = await start();
  const gate = await openGate(socket);
  const system = `ipp://127.0.0.1:${gate.port}/ipp/system`;
  for (const name of printers) {
    const device = ['-m', 'zpl_2inch-203dpi-dt', '-v', 'file:///dev/null'];
    const { code, stderr } = await spawnRecorded(
      lprint.binary,
      ['add', '-u', system, '-d', name, ...device],
      env,
    ).ending;
    if (code !== 0) throw new Error(`lprint did not add ${name}: ${stderr}`);
  }
  return {
    port: gate.port,
    async restart() {
      await server.stop();
      await rm(socket, { force: true });
      server = await start();
    },
    async stop() {
      await gate.close();
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Forwards a loopback port to a Unix socket. */
async function openGate(path: string): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>();
  const gate = createServer((outer) => {
    const inner = connect(path);
    for (const [socket, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => open.delete(socket));
      socket.pipe(other);
    }
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  return {
    port: (gate.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy();
      gate.close();
      await once(gate, 'close');
    },
  };
}
