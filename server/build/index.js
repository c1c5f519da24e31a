import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createWatch, takeLock } from './build-lock.js';
import { isIntact, replaceFolder, stamp } from './built-folder.js';
import { fingerprint } from './fingerprint.js';
import { targets, underWay } from './targets.js';

/** Builds what is not built, damaged, or older than its source. Says so on standard error: standard output is the command's. */
export async function buildIfStale(names = Object.keys(targets)) {
  await Promise.all(names.map(buildOne));
}

async function buildOne(name) {
  const target = targets[name];
  try {
    await buildOrWait(name, target);
  } catch (error) {
    throw new Error(`${target.title} cannot be built into ${target.folder}: ${reason(error)}`, {
      cause: error,
    });
  }
}

async function buildOrWait(name, target) {
  const lock = `${underWay(name)}.lock`;
  const watch = createWatch(lock);
  while (!isFresh(target)) {
    const release = takeLock(lock);
    if (release) {
      if (await build(name, target).finally(release)) return;
    } else {
      watch.removeIfAbandoned();
      await pause(50);
    }
  }
}

const isFresh = ({ folder, inputs }) => isIntact(folder, fingerprint(inputs));

/**
 * Builds in a folder of its own, which takes the place of the old one when all is there: whatever stops us leaves what was
 * there before. Returns false where it has to be looked again who builds.
 */
async function build(name, { title, folder, inputs, make }) {
  removeRemains(name);
  // Taken before: what is saved while the build runs is built the next time.
  const built = fingerprint(inputs);
  // Finished by another one while we asked for the lock.
  if (isIntact(folder, built)) return true;
  console.error(`Building ${title} (only after a change) ...`);
  const made = mkdtempSync(`${underWay(name)}-`);
  // Temporary folders are their owner's alone; what is built is for every user that may run it.
  chmodSync(made, 0o777 & ~process.umask());
  try {
    await make(made);
    stamp(made, built);
    replaceFolder(made, folder);
    return true;
  } catch (error) {
    // Another one thought us dead, and has cleaned up after us.
    if (!existsSync(made)) return false;
    throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Of builds that were killed. What they started may still be writing there: then it is removed the next time. */
function removeRemains(name) {
  const folder = dirname(underWay(name));
  for (const entry of readdirSync(folder)) {
    if (!entry.startsWith(`${basename(underWay(name))}-`)) continue;
    try {
      rmSync(join(folder, entry), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // In nobody's way.
    }
  }
}

function reason(error) {
  if (error.code === 'EACCES' || error.code === 'EROFS') return 'this user may not write there';
  if (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND')
    return `${error.message.split('\n')[0]} (npm ci installs it)`;
  return error.message;
}
