import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createWatch, takeLock } from './build-lock.js';
import { isIntact, replaceFolder, stamp } from './built-folder.js';
import { fingerprint } from './fingerprint.js';
import { targets, buildPathPrefix } from './targets.js';

/** Builds what is missing, damaged or out of date. Reports on standard error, because standard output is the command's. */
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
  const lock = `${buildPathPrefix(name)}.lock`;
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
 * Builds in a temporary folder that replaces the old one when complete, so an interrupted build leaves the old one intact.
 * Returns false if the caller has to check again who builds.
 */
async function build(name, { title, folder, inputs, make }) {
  removeRemains(name);
  // Taken before the build: files saved while it runs are picked up by the next one.
  const built = fingerprint(inputs);
  // Another process finished the build while we waited for the lock.
  if (isIntact(folder, built)) return true;
  console.error(`Building ${title} (only after a change) ...`);
  const made = mkdtempSync(`${buildPathPrefix(name)}-`);
  // Temporary folders are private to their owner, but every user may run the build.
  chmodSync(made, 0o777 & ~process.umask());
  try {
    await make(made);
    stamp(made, built);
    replaceFolder(made, folder);
    return true;
  } catch (error) {
    // Another process considered us dead and cleaned up our folder.
    if (!existsSync(made)) return false;
    throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Removes folders of killed builds. Their child processes may still be writing; then the next build removes them. */
function removeRemains(name) {
  const folder = dirname(buildPathPrefix(name));
  for (const entry of readdirSync(folder)) {
    if (!entry.startsWith(`${basename(buildPathPrefix(name))}-`)) continue;
    try {
      rmSync(join(folder, entry), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Left for the next build.
    }
  }
}

function reason(error) {
  if (error.code === 'EACCES' || error.code === 'EROFS') return 'this user may not write there';
  if (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND')
    return `${error.message.split('\n')[0]} (npm ci installs it)`;
  return error.message;
}
