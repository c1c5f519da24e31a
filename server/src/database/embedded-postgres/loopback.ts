import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { databaseUser } from './cluster.js';
import { ignoreErrors } from './failures.js';

export const loopbackHost = '127.0.0.1';

export interface LoopbackAccess {
  port: number;
  password: string;
}

function accessFile(cluster: string): string {
  return join(cluster, 'regrove-loopback.json');
}

/** The stored access. The database knows its password. */
export async function readLoopbackAccess(cluster: string): Promise<LoopbackAccess | undefined> {
  const text = await ignoreErrors(['ENOENT'], readFile(accessFile(cluster), 'utf8'));
  const parsed: unknown = JSON.parse(text ?? 'null');
  if (typeof parsed !== 'object' || parsed === null || !('port' in parsed) || !('password' in parsed))
    return undefined;
  const { port, password } = parsed;
  return typeof port === 'number' && typeof password === 'string' ? { port, password } : undefined;
}

/**
 * A port and a password for a stopped cluster. Any local user can connect to a port, so a password is needed.
 * `runStatement` sets it in the database while no server is running.
 */
export async function prepareLoopbackAccess(
  cluster: string,
  runStatement: (sql: string) => Promise<void>,
): Promise<LoopbackAccess> {
  const kept = await readLoopbackAccess(cluster);
  if (kept && (await freePort(kept.port)) !== undefined) return kept;
  const port = await freePort(0);
  if (port === undefined)
    throw new Error(`The database can listen neither on a socket nor on ${loopbackHost}.`);
  const password = kept?.password ?? randomBytes(24).toString('base64url');
  if (!kept) await runStatement(`alter role ${databaseUser} password '${password}'`);
  const draft = `${accessFile(cluster)}.new`;
  await writeFile(draft, JSON.stringify({ port, password }), { mode: 0o600 });
  await rename(draft, accessFile(cluster));
  return { port, password };
}

/** The port if it is free; for 0, any free port. */
async function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(wanted, loopbackHost, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : undefined;
      probe.close(() => resolve(port));
    });
  });
}
