import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unless } from './failures.js';
import { pause } from './pause.js';
import { processIdentity } from './processes.js';

/**
 * Runs a task while no other process of this machine runs one for the same directory. The lock names its owner,
 * so that one left behind by a killed process is known for what it is and taken away.
 *
 * PostgreSQL has interlocks of its own against two servers on one cluster; this one keeps two starters from
 * clearing away the same stale pid file at once, which those interlocks survive only by a shutdown.
 */
export async function withStartLock<T>(
  directory: string,
  task: () => Promise<T>,
  stillWanted: () => Promise<boolean>,
): Promise<T | undefined> {
  const lock = join(directory, 'start.lock');
  const token = `${(await processIdentity(process.pid)) ?? process.pid}\n${randomBytes(8).toString('hex')}\n`;
  const draft = `${lock}.${randomBytes(8).toString('hex')}`;
  // A link appears with its content, which a file created in place does not.
  await writeFile(draft, token);
  try {
    while (!(await linkedAs(draft, lock))) {
      if (!(await stillWanted())) return undefined;
      await clearIfAbandoned(lock);
      await pause();
    }
  } finally {
    await unless(['ENOENT'], unlink(draft));
  }
  try {
    await clearAbandonedDrafts(directory);
    return await task();
  } finally {
    if ((await contentOf(lock)) === token) await unless(['ENOENT'], unlink(lock));
  }
}

async function linkedAs(draft: string, lock: string): Promise<boolean> {
  const outcome = await unless(
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
    (await unless(
      ['ENOENT'],
      rename(lock, aside).then(() => true),
    )) === undefined
  )
    return;
  // Somebody else may have cleared the old lock and taken a new one since we looked: theirs goes back.
  const moved = await contentOf(aside);
  if (moved !== undefined && moved !== content) await unless(['EEXIST'], link(aside, lock));
  await unless(['ENOENT'], unlink(aside));
}

async function clearAbandonedDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith('start.lock.')) continue;
    const draft = join(directory, name);
    const content = await contentOf(draft);
    // An empty one is being written at this moment.
    if (content && !(await ownerLives(content))) await unless(['ENOENT'], unlink(draft));
  }
}

async function ownerLives(content: string): Promise<boolean> {
  const identity = content.split('\n')[0] ?? '';
  const pid = Number.parseInt(identity, 10);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  return (await processIdentity(pid)) === identity;
}

async function contentOf(file: string): Promise<string | undefined> {
  return unless(['ENOENT'], readFile(file, 'utf8'));
}
