import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreErrors } from './failures.js';
import { pause } from './pause.js';
import { processIdentity } from './processes.js';

/**
 * Runs a task while no other process on this machine runs one for the same directory. The lock names its owner, so that a
 * lock left by a killed process can be recognized and removed.
 *
 * PostgreSQL has its own interlocks against two servers on one cluster. This lock keeps two starters from removing the same
 * stale pid file at the same time. The interlocks handle that only by shutting down.
 */
export async function withStartLock<T>(
  directory: string,
  task: () => Promise<T>,
  stillWanted: () => Promise<boolean>,
): Promise<T | undefined> {
  const lock = join(directory, 'start.lock');
  const token = `${(await processIdentity(process.pid)) ?? process.pid}\n${randomBytes(8).toString('hex')}\n`;
  const draft = `${lock}.${randomBytes(8).toString('hex')}`;
  // A link appears together with its content, unlike a file created in place.
  await writeFile(draft, token);
  try {
    while (!(await linkedAs(draft, lock))) {
      if (!(await stillWanted())) return undefined;
      await clearIfAbandoned(lock);
      await pause();
    }
  } finally {
    await ignoreErrors(['ENOENT'], unlink(draft));
  }
  try {
    await clearAbandonedDrafts(directory);
    return await task();
  } finally {
    if ((await contentOf(lock)) === token) await ignoreErrors(['ENOENT'], unlink(lock));
  }
}

async function linkedAs(draft: string, lock: string): Promise<boolean> {
  const outcome = await ignoreErrors(
    ['EEXIST'],
    link(draft, lock).then(() => 'linked' as const),
  );
  return outcome === 'linked';
}

async function clearIfAbandoned(lock: string): Promise<void> {
  const content = await contentOf(lock);
  if (content === undefined || (await ownerLives(content))) return;
  const aside = `${lock}.${randomBytes(8).toString('hex')}`;
  if (
    (await ignoreErrors(
      ['ENOENT'],
      rename(lock, aside).then(() => true),
    )) === undefined
  )
    return;
  // Another process may have removed the old lock and taken a new one since we checked. Restore that one.
  const moved = await contentOf(aside);
  if (moved !== undefined && moved !== content) await ignoreErrors(['EEXIST'], link(aside, lock));
  await ignoreErrors(['ENOENT'], unlink(aside));
}

async function clearAbandonedDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith('start.lock.')) continue;
    const draft = join(directory, name);
    const content = await contentOf(draft);
    // An empty draft is still being written.
    if (content && !(await ownerLives(content))) await ignoreErrors(['ENOENT'], unlink(draft));
  }
}

async function ownerLives(content: string): Promise<boolean> {
  const identity = content.split('\n')[0] ?? '';
  const pid = Number.parseInt(identity, 10);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  return (await processIdentity(pid)) === identity;
}

async function contentOf(file: string): Promise<string | undefined> {
  return ignoreErrors(['ENOENT'], readFile(file, 'utf8'));
}
