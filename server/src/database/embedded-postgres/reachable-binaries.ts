import { chmod, lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binaries, copyBinaries } from './binaries.js';
import { ignoreErrors } from './failures.js';
import type { OsAccount, Launcher } from './launcher.js';
import { lastLines, runProgram } from './programs.js';

/** The programs, or a copy of them that the account that runs them can read. */
export async function reachableBinaries(
  binaries: Binaries,
  launcher: Launcher,
  report: (message: string) => void,
): Promise<Binaries> {
  const { account } = launcher;
  if (account === undefined) return binaries;
  if ((await tryRunning(binaries, account)).succeeded) return binaries;
  const folder = join(await realpath(tmpdir()), `regrove-postgres-${process.getuid?.() ?? 0}`);
  await ignoreErrors(['EEXIST'], mkdir(folder, { mode: 0o755 }));
  await checkFolder(folder);
  // Independent of the umask.
  await chmod(folder, 0o755);
  const copy = { ...binaries, native: join(folder, binaries.version) };
  await copyBinaries(binaries.native, copy.native, report);
  const attempt = await tryRunning(copy, account);
  if (attempt.succeeded) return copy;
  throw new Error(
    `PostgreSQL must not run as root, and user ${account.uid} can run its programs neither in ${binaries.native} ` +
      `nor in ${copy.native} (${lastLines(attempt.output, 3)}). Run Regrove as an ordinary user, ` +
      'or allow user namespaces (unshare --user), or set REGROVE_DATABASE_URL.',
  );
}

function tryRunning(binaries: Binaries, account: OsAccount): ReturnType<typeof runProgram> {
  return runProgram(join(binaries.native, 'bin', 'initdb'), ['--version'], { ...account, cwd: '/' });
}

/** Any user can create names in the temporary folder, so programs we run must be in a folder that only we can write to. */
async function checkFolder(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new Error(
      `${folder} belongs to another user; remove it, so that the database programs can be copied there.`,
    );
  }
}
