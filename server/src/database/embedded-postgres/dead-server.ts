import { unlink } from 'node:fs/promises';
import { ignoreErrors } from './failures.js';
import { pause, stopwatch } from './pause.js';
import { runningPostmaster, postmasterFile, readPostmasterRecord } from './postmaster-file.js';
import { postgresProcessesIn, signal } from './processes.js';

/**
 * Cleans up after a killed server, and returns the pid that its files still contain. Only call this while holding the start
 * lock and with no server running.
 */
export async function cleanUpDeadServer(cluster: string): Promise<number | undefined> {
  await waitForOrphans(cluster);
  const elapsed = stopwatch();
  let record = await readPostmasterRecord(cluster);
  while (record === 'unreadable') {
    if (elapsed() > 1000) {
      // A power failure or a full disk leaves the file empty, and PostgreSQL would then refuse to start.
      await ignoreErrors(['ENOENT'], unlink(postmasterFile(cluster)));
    }
    await pause();
    record = await readPostmasterRecord(cluster);
  }
  return record?.pid;
}

/** Children of a killed server exit when they notice. Those too busy to notice are signaled. */
async function waitForOrphans(cluster: string): Promise<void> {
  const elapsed = stopwatch();
  for (;;) {
    const orphans = await postgresProcessesIn(cluster);
    if (!orphans.length || (await runningPostmaster(cluster))) return;
    if (elapsed() > 1000) for (const pid of orphans) signal(pid, elapsed() > 5000 ? 'SIGKILL' : 'SIGQUIT');
    await pause();
  }
}
