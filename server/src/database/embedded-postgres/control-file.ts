import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DirectoryInUse } from './directory-in-use.js';
import { ignoreErrors } from './failures.js';
import { postmasterFile } from './postmaster-file.js';

/** The file that every start and every stop of a server changes; undefined if there is no such cluster. */
export const readControlFile = (cluster: string): Promise<Buffer | undefined> =>
  ignoreErrors(['ENOENT', 'ENOTDIR'], readFile(join(cluster, 'global', 'pg_control')));

/** The number that a cluster got when it was made; copies of its files have it, too. */
export const systemIdentifier = (control: Buffer): string => control.subarray(0, 8).toString('hex');

/** Throws if a server has been started on the cluster since its control file was read, in whatever container. */
export async function requireUntouched(cluster: string, control: Buffer): Promise<void> {
  const isRunning = await ignoreErrors(
    ['ENOENT'],
    access(postmasterFile(cluster)).then(() => true),
  );
  if (isRunning || !(await readControlFile(cluster))?.equals(control))
    throw new DirectoryInUse(
      `A server, perhaps in another container, has used the database in ${dirname(cluster)} meanwhile`,
    );
}
