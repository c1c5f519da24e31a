import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from './clock.js';
import { readText } from './files.js';
import { hasCode, UserError } from './user-error.js';

/** A process, told apart from a later one with the same number. */
interface Holder {
  readonly pid: number;
  /** When it started, in ticks since the system did; empty where that is not known. */
  readonly started: string;
}

export interface Lock {
  release(): Promise<void>;
}

const maxAttempts = 100;
const pauseMs = 20;
/** Taking over takes milliseconds: after this, the process that did has ended. */
const maxTakeoverMs = 10_000;
/** Longer than an enrolment holds the lock, which waits a minute for the server. */
const maxWaitMs = 90_000;

/**
 * The lock, or the number of the process that holds it. A lock of a process that has ended is taken over. The lock appears with its
 * content at once, by a link, so that nobody takes an empty one for abandoned.
 */
export async function takeLock(path: string): Promise<Lock | number> {
  const own = JSON.stringify({ pid: process.pid, started: await startOf(process.pid) } satisfies Holder);
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, own, { mode: 0o600, flag: 'wx' });
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      try {
        await link(draft, path);
        return { release: () => releaseIfOwn(path, own) };
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
      const found = await readText(path);
      const holder = found === undefined ? undefined : await livingHolder(path, found);
      if (holder !== undefined) return holder;
      if (found !== undefined && !(await removeAbandoned(path, found))) await pause(pauseMs);
    }
    throw new Error(`${path} cannot be taken`);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Waits for a lock that is only held for a moment, or for as long as a server takes to answer. */
export async function withLock<Result>(
  path: string,
  work: () => Promise<Result>,
  maxMs = maxWaitMs,
): Promise<Result> {
  const since = performance.now();
  for (;;) {
    const lock = await takeLock(path);
    if (typeof lock === 'number') {
      if (performance.now() - since > maxMs)
        throw new UserError(
          `${path} is held by process ${lock}: end it if it hangs, or remove the file if it is no regrove-agent`,
        );
      await pause(pauseMs);
      continue;
    }
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }
}

/** The process that holds a lock, if it is alive. */
export async function holderOf(path: string): Promise<number | undefined> {
  const found = await readText(path);
  return found === undefined ? undefined : livingHolder(path, found);
}

async function livingHolder(path: string, content: string): Promise<number | undefined> {
  const holder = holderIn(content);
  return holder && (await isAlive(holder, path)) ? holder.pid : undefined;
}

async function releaseIfOwn(path: string, own: string): Promise<void> {
  if ((await readText(path)) === own) await rm(path, { force: true });
}

/**
 * False if another process is just doing the same: of those that find an abandoned lock, only one may remove it, or it could remove the
 * lock that another one has taken meanwhile.
 */
async function removeAbandoned(path: string, content: string): Promise<boolean> {
  const takeover = `${path}.takeover`;
  try {
    await mkdir(takeover, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    await removeIfOld(takeover);
    return false;
  }
  try {
    if ((await readText(path)) === content) await rm(path, { force: true });
  } finally {
    await rmdir(takeover);
  }
  return true;
}

async function removeIfOld(takeover: string): Promise<void> {
  try {
    const { ctimeMs } = await stat(takeover);
    if (systemClock().getTime() - ctimeMs > maxTakeoverMs) await rmdir(takeover);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Partial<Holder>;
    return Number.isSafeInteger(pid) && Number(pid) > 0 && typeof started === 'string'
      ? { pid: Number(pid), started }
      : undefined;
  } catch {
    // The power failed before its content was written.
    return undefined;
  }
}

async function isAlive({ pid, started }: Holder, path: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  const now = await startOf(pid);
  if (started !== '' && now !== '') return now === started;
  // Another process may have got the number since the power failed.
  return !(await isOlderThanSystem(path));
}

async function isOlderThanSystem(path: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    return mtimeMs < systemClock().getTime() - uptime() * 1_000;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    throw error;
  }
}

/** The 22nd field of Linux's process status; the second one, a name in parentheses, may contain blanks. */
async function startOf(pid: number): Promise<string> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return '';
  }
}
