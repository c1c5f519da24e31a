import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { ignoreErrors } from './failures.js';
import { runProgram } from './programs.js';

/** A cluster of a major version that the programs cannot read. */
export class OtherMajorVersion extends Error {
  override readonly name = 'OtherMajorVersion';
  constructor(
    readonly cluster: string,
    readonly found: string,
    readonly wanted: string,
  ) {
    super(
      `The database in ${cluster} was made by PostgreSQL ${found}, and this version of Regrove brings PostgreSQL ${wanted}`,
    );
  }

  get isOlder(): boolean {
    return Number(this.found) < Number(this.wanted);
  }
}

/** The major version of the programs, in the format of the cluster's PG_VERSION. */
export async function majorVersion(binaries: Pick<Binaries, 'native'>): Promise<string> {
  const { output } = await runProgram(join(binaries.native, 'bin', 'postgres'), ['--version']);
  return /\b(\d+)/.exec(output.replace(/^.*\(PostgreSQL\)/, ''))?.[1] ?? output;
}

/** The major version that made a cluster; undefined if there is none. */
export async function clusterVersion(cluster: string): Promise<string | undefined> {
  const text = await ignoreErrors(['ENOENT', 'ENOTDIR'], readFile(join(cluster, 'PG_VERSION'), 'utf8'));
  return text?.trim();
}

/** That of a package; empty if it does not say. */
export const majorOf = (version: string): string => /^\d+/.exec(version)?.[0] ?? '';

/**
 * Throws if the cluster needs other programs, also while a server of these is running: it belongs to another version of Regrove.
 * `version` is that of the package with the programs, which is cheaper to read than what they say themselves.
 */
export async function requireMajorVersion(cluster: string, version: string): Promise<void> {
  const found = await clusterVersion(cluster);
  const wanted = majorOf(version);
  if (found !== undefined && wanted !== '' && found !== wanted)
    throw new OtherMajorVersion(cluster, found, wanted);
}
