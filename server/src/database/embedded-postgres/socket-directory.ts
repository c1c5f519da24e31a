import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ignoreErrors } from './failures.js';
import type { OsAccount } from './launcher.js';

export const socketPort = 5432;

/** The kernel's limit for a socket path, without the terminating zero byte. */
const maxPathLength = process.platform === 'linux' ? 107 : 103;

/** A private directory that can contain a socket: the cluster itself or, if that does not work, a temporary one. */
export async function findSocketDirectory(
  cluster: string,
  serverAccount: OsAccount | undefined,
): Promise<string | undefined> {
  if (fits(cluster) && (await canHoldSocket(cluster))) return cluster;
  const temporary = join(await realpath(tmpdir()), `regrove-${fingerprint(cluster)}`);
  const inner = join(temporary, 's');
  if (!fits(inner)) return undefined;
  await privateDirectory(temporary);
  await ignoreErrors(['EEXIST'], mkdir(inner, { mode: 0o700 }));
  if (serverAccount) {
    // The outer folder stays ours, so that no other user can create the inner one. The server only needs to pass through it.
    await chmod(temporary, 0o711);
    await chown(inner, serverAccount.uid, serverAccount.gid);
  }
  return (await canHoldSocket(inner)) ? inner : undefined;
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${socketPort}`)) <= maxPathLength;
}

function fingerprint(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}

async function privateDirectory(path: string): Promise<void> {
  await ignoreErrors(['EEXIST'], mkdir(path, { mode: 0o700 }));
  const found = await lstat(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new Error(
      `${path} belongs to another user or is accessible to others; remove it, because Regrove needs it for the database socket.`,
    );
  }
}

/** Tested on the file system itself: some that are shared with a host or over a network do not support sockets. */
async function canHoldSocket(directory: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(join(directory, `.p.${randomBytes(5).toString('hex')}`), () => {
      probe.close(() => resolve(true));
    });
  });
}
