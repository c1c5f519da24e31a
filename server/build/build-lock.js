import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

const heartbeatMs = 500;
/** A lock holder without a heartbeat for this long is considered dead. */
const silenceMs = 10_000;

/** Takes the lock. Returns a function that releases it, or undefined if another process holds it. */
export function takeLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  }
  const heartbeat = setInterval(() => signOfLife(file), heartbeatMs);
  return () => {
    clearInterval(heartbeat);
    rmSync(file, { force: true });
  };
}

/** The pid shows whether the holder was killed. Containers soon reuse pids, so there is a heartbeat as well. */
export function createWatch(file) {
  let seen;
  let seenAt = performance.now();
  return {
    removeIfAbandoned() {
      try {
        const { mtimeMs } = statSync(file);
        if (mtimeMs !== seen) [seen, seenAt] = [mtimeMs, performance.now()];
        if (isRunning(Number(readFileSync(file, 'utf8'))) && performance.now() - seenAt < silenceMs) return;
        rmSync(file, { force: true });
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
      }
    },
  };
}

function signOfLife(file) {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // Removed by a process that considered us dead. Both then build the same thing, without getting in each other's way.
  }
}

function isRunning(pid) {
  // Created, but not written yet.
  if (!pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
