import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { makeSelfSigned } from '../../src/platform/net/self-signed.js';
import { freePort } from './ports.js';
import { type RecordedProcess, spawnRecorded } from './regrove-process.js';
import { findSystemProgram } from './system-programs.js';
import { until } from './until.js';

const server = findSystemProgram('redis-server');

export const canRunRedis = !server.missing;

export interface RedisPeer {
  readonly url: string;
  /** The file of the certificate, if it uses TLS. */
  readonly ca: string;
  /** Kills it immediately. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  /** Freezes it with its connections open; `SIGCONT` resumes it. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends a command directly, without a server. */
  command(name: string, ...args: string[]): Promise<unknown>;
  keys(): Promise<string[]>;
  stop(): Promise<void>;
}

/** A Redis of the system without persistence. */
export async function startRedis(options: { password?: string; tls?: boolean } = {}): Promise<RedisPeer> {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-redis-'));
  const port = String(await freePort());
  const args = ['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const ca = join(folder, 'cert.pem');
  if (options.tls) {
    const { cert, key } = await makeSelfSigned('localhost', new Date());
    await writeFile(ca, cert);
    await writeFile(join(folder, 'key.pem'), key);
    args.push('--port', '0', '--tls-port', port, '--tls-auth-clients', 'no');
    args.push('--tls-cert-file', ca, '--tls-key-file', join(folder, 'key.pem'));
  } else args.push('--port', port);
  if (options.password !== undefined) args.push('--requirepass', options.password);
  const start = async (): Promise<RecordedProcess> => {
    const running = spawnRecorded(server.binary, args);
    await until('Redis to accept connections', () => {
      if (running.ended) throw new Error(`redis-server ended: ${running.stdout}`);
      return running.stdout.includes('Ready to accept connections');
    });
    return running;
  };
  let running = await start();
  const login = options.password === undefined ? '' : `:${options.password}@`;
  const url = `${options.tls ? 'rediss' : 'redis'}://${login}127.0.0.1:${port}`;
  const command: RedisPeer['command'] = async (name, ...values) => {
    const client = new Redis(url);
    try {
      return await client.call(name, ...values);
    } finally {
      client.disconnect();
    }
  };
  return {
    url,
    command,
    keys: async () => (await command('keys', '*')) as string[],
    ca,
    async kill() {
      await running.stop('SIGKILL');
    },
    async start() {
      running = await start();
    },
    signal: (name) => {
      running.signal(name);
    },
    async stop() {
      await running.stop('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}
