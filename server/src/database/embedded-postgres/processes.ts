import { readdir, readFile, readlink } from 'node:fs/promises';
import { runProgram } from './programs.js';

const onLinux = process.platform === 'linux';

interface ProcessState {
  name: string;
  startedAt: string;
}

/** A process that is still running. Zombies, which a container without an init keeps forever, do not count. */
async function livingProcess(pid: number): Promise<ProcessState | undefined> {
  if (onLinux) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined) return undefined;
    // The name is in parentheses and may itself contain parentheses and spaces.
    const nameEnd = stat.lastIndexOf(')');
    const fields = stat.slice(nameEnd + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { name: stat.slice(stat.indexOf('(') + 1, nameEnd), startedAt: fields[19] ?? '' };
  }
  const { succeeded, output } = await runProgram('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)]);
  const columns = /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/s.exec(output.trim());
  if (!succeeded || !columns || columns[1]?.startsWith('Z')) return undefined;
  return { name: columns[3] ?? '', startedAt: columns[2] ?? '' };
}

/** Distinguishes a process from a later one with the same pid; undefined if it is not running. */
export async function processIdentity(pid: number): Promise<string | undefined> {
  const state = await livingProcess(pid);
  if (!state) return undefined;
  const boot = onLinux ? await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '') : '';
  return `${pid} ${state.startedAt} ${boot.trim()}`.trim();
}

/** Whether the pid belongs to a PostgreSQL process of this cluster, and has not been reused. */
export async function isServerProcess(pid: number, cluster: string): Promise<boolean> {
  const state = await livingProcess(pid);
  if (!state) return false;
  if (!onLinux) return state.name.includes('postgres') && state.name.includes(cluster);
  if (state.name !== 'postgres') return false;
  return (await workingDirectory(pid)) === cluster;
}

/** PostgreSQL processes running in a directory. Only works on Linux; elsewhere the list is empty. */
export async function postgresProcessesIn(directory: string): Promise<number[]> {
  if (!onLinux) return [];
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || (await workingDirectory(pid)) !== directory) continue;
    const state = await livingProcess(pid);
    if (state && ['postgres', 'initdb'].includes(state.name)) found.push(pid);
  }
  return found;
}

export function signal(pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already exited.
  }
}

async function workingDirectory(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}
