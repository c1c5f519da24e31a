import { readdir, readFile } from 'node:fs/promises';

/** A process and its children: the parent first, because it starts no more once it is stopped. */
export async function withChildren(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const stats = await Promise.all(
    pids.map(async (pid) => ({ pid, stat: await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') })),
  );
  const children = stats.flatMap(({ pid, stat }) =>
    Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? pid : [],
  );
  return [parent, ...children];
}

export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}
