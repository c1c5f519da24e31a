import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startExclusiveServer, withExclusiveDirectory } from '../../src/database/embedded-postgres/index.js';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { createMigratedDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { repository, spawnRecorded, type ProcessResult } from '../support/regrove-process.js';

/** As in another container on the same volume: processes and shared memory of the others cannot be seen. */
const container = ['--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
const canIsolate = spawnSync('unshare', [...container, 'true']).status === 0;

let place: DataDirectory;
beforeEach(async () => {
  place = await createMigratedDataDirectory();
});
afterEach(() => place.remove());

function inContainer(...args: string[]): Promise<ProcessResult> {
  const program = join(repository, 'server/bin/regrove.js');
  const running = spawnRecorded('unshare', [...container, process.execPath, program, ...args], place.env);
  place.processes.push(running);
  return running.ending;
}

it.runIf(canIsolate)(
  'A server that another container uses alone gets no second server on its cluster',
  async () => {
    await withExclusiveDirectory(databaseDirectory(place.path), async (directory) => {
      const server = await startExclusiveServer({ directory });
      try {
        const pid = await place.postmaster();
        const [list, upgrade] = await Promise.all([
          inContainer('accounts', 'list'),
          inContainer('upgrade-database'),
        ]);
        expect(list).toMatchObject({
          code: 1,
          stdout: '',
          stderr: `Another command, perhaps in another container, uses the database in ${directory}/cluster alone: wait until it has ended\n`,
        });
        expect(upgrade).toMatchObject({
          code: 1,
          stderr: `A server or another command is using the database in ${directory}/cluster: stop it first. Nothing was changed\n`,
        });
        expect(await place.postmaster()).toBe(pid);
      } finally {
        await server.stop();
      }
    });
  },
);
