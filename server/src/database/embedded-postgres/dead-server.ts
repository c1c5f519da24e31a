import { unlink } from 'node:fs/promises';
import { unless } from './failures.js';
import { pause, stopwatch } from './pause.js';
import { livingPostmaster, postmasterFile, readPostmasterRecord } from './postmaster-file.js';
import { postgresProcessesIn, signal } from './processes.js';

/**
 * Clears away what a killed server left, and answers the process number that its files still name. To be called
 * by the holder of the start lock only, while no server lives.
 */
export async function buryDeadServer(cluster: string): Promise<number | undefined> {
  await outliveOrphans(cluster);
  const elapsed = stopwatch();
  let record = await readPostmasterRecord(cluster);
  while (record === 'unreadable') {
    if (elapsed() > 1000) {
      // A machine that lost power, or a full disk, leaves the file empty, and PostgreSQL then asks for help.
      await unless(['ENOENT'], unlink(postmasterFile(cluster)));
    }
    await pause();
    record = await readPostmasterRecord(cluster);
  }
  return record?.pid;
}

/** Children of a killed server end by themselves as soon as they notice; those too busy to notice are told. */
async function outliveOrphans(cluster: string): Promise<void> {
  const elapsed = stopwatch();
  for (;;) {
    const orphans = await postgresProcessesIn(cluster);
    if (!orphans.length || (await livingPostmaster(cluster))) return;
    if (elapsed() > 1000) for (const pid of orphans) signal(pid, elapsed() > 5000 ? 'SIGKILL' : 'SIGQUIT');
    await pause();
  }
}
