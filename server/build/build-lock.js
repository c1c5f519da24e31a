import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

const heartbeatMs = 500;
/** Without a sign of life for so long, whoever holds a lock is taken for dead. */
const silenceMs = 10_000;

/** Says that somebody is at work. Returns how to give it back, or undefined where another one has it. */
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

/** Its number shows where the holder was killed; in a container that number soon is another's, hence the heartbeat. */
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
    // Taken away by somebody who thought us dead: then two build the same, and neither is in the other's way.
  }
}

function isRunning(pid) {
  // Created, and not written yet.
  if (!pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
