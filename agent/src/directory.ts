import { statSync } from 'node:fs';
import { lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from './clock.js';
import { timeOf } from './files.js';
import { messageOf, UserError } from './user-error.js';

/** The files of an agent. */
export interface Directory {
  readonly path: string;
  /** The server, and the sealed key to it. */
  readonly settings: string;
  /** The ranges that were given, what is left out, and what was found. */
  readonly inventory: string;
  /** Sealed communities and users. */
  readonly credentials: string;
  /** How the last readings went. */
  readonly state: string;
  readonly queue: string;
  readonly setAside: string;
  /** Held by the process that reads and sends. */
  readonly lock: string;
  /** Held for a moment by a process that changes settings, inventory or credentials. */
  readonly changeLock: string;
  /** Asks the running process for a reading. */
  readonly request: string;
}

export interface PlatformInfo {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
}

/** Where services of the system keep their data, or the user's own for everyone else. */
export function defaultDirectory({ platform, env, isRoot }: PlatformInfo): string {
  const given = env['REGROVE_AGENT_DIR'];
  if (given !== undefined && given !== '') return given;
  if (platform === 'win32') return join(env['ProgramData'] ?? 'C:\\ProgramData', 'regrove-agent');
  if (!isRoot) return join(homedir(), '.regrove-agent');
  return platform === 'darwin' ? '/Library/Application Support/regrove-agent' : '/var/lib/regrove-agent';
}

export function directoryAt(given: string): Directory {
  const path = resolve(given);
  return {
    path,
    settings: join(path, 'agent.json'),
    inventory: join(path, 'printers.json'),
    credentials: join(path, 'credentials.json'),
    state: join(path, 'state.json'),
    queue: join(path, 'queue'),
    setAside: join(path, 'set-aside'),
    lock: join(path, 'lock'),
    changeLock: join(path, 'change-lock'),
    request: join(path, 'read-now'),
  };
}

/** Makes the folders, for their owner only. One that is there already is used as it is, or not at all: others may need it. */
export async function prepareDirectory(directory: Directory): Promise<void> {
  try {
    for (const folder of [directory.path, directory.queue, directory.setAside]) {
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      if (made !== undefined || process.platform === 'win32') continue;
      const found = await (folder === directory.path ? stat(folder) : lstat(folder));
      if (!found.isDirectory()) throw new UserError(`${folder} is not a directory of its own`);
      if ((found.mode & 0o022) !== 0)
        throw new UserError(`others can write to ${folder}: give the agent a directory of its own`);
    }
  } catch (error) {
    throw new UserError(`${directory.path} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Root acts as the owner of the directory from here on. The service could not read what root writes there, and root would follow what the
 * service has put there, such as links.
 */
export function dropRootPrivileges(path: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(path, { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Other commands write to the directory itself, and for less than this. */
const maxWritingMs = 60_000;

const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
/** What is written before it gets its name: a file, a lock, or one that only tries if there is room. */
const temporaryName = new RegExp(`\\.${uuid}(?:\\.new)?$|^probe-${uuid}$`);

/** Removes what processes that were killed have left. Only for the one that holds the lock: no other one writes to the queue. */
export async function removeTemporaryFiles({ path, queue, setAside }: Directory): Promise<void> {
  const now = systemClock().getTime();
  for (const folder of [path, queue, setAside]) {
    for (const name of await readdir(folder)) {
      if (!temporaryName.test(name)) continue;
      const file = join(folder, name);
      const mayBeInUse = folder === path && now - ((await timeOf(file)) ?? 0) <= maxWritingMs;
      if (!mayBeInUse) await rm(file, { force: true });
    }
  }
}
