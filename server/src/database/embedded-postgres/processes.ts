import { readdir, readFile, readlink } from 'node:fs/promises';
import { runProgram } from './programs.js';

const onLinux = process.platform === 'linux';

interface ProcessState {
  name: string;
  startedAt: string;
}

/** A process that can still act: zombies, which a container without an init keeps for ever, count as gone. */
async function livingProcess(pid: number): Promise<ProcessState | undefined> {
  if (onLinux) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined) return undefined;
    // The name stands in brackets and may itself contain brackets and blanks.
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

/** Tells a process from a later one that got the same number; undefined when it lives no more. */
export async function processIdentity(pid: number): Promise<string | undefined> {
  const state = await livingProcess(pid);
  if (!state) return undefined;
  const boot = onLinux ? await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '') : '';
  return `${pid} ${state.startedAt} ${boot.trim()}`.trim();
}

/** Whether this number belongs to a PostgreSQL process of this very cluster, and not to whoever got it since. */
export async function isServerProcess(pid: number, cluster: string): Promise<boolean> {
  const state = await livingProcess(pid);
  if (!state) return false;
  if (!onLinux) return state.name.includes('postgres') && state.name.includes(cluster);
  if (state.name !== 'postgres') return false;
  return (await workingDirectory(pid)) === cluster;
}

/** Processes of PostgreSQL at work in a directory. Only Linux can tell; elsewhere the list is empty. */
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
    // It ended between the look and the signal, which is what the signal was for.
  }
}

async function workingDirectory(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}
