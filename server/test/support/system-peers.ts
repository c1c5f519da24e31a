import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Peer {
  /** The program; empty when this machine does not have it. */
  readonly binary: string;
  readonly missing: boolean;
}

/**
 * A program of the system that tests talk to (see scripts/system-packages.mjs). Where it is missing its tests are
 * skipped by name; on a CI machine that is a failure, because there nobody would notice. `others`: as good as the first.
 */
export function peer(name: string, ...others: readonly string[]): Peer {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const binary = [name, ...others]
    .flatMap((one) => folders.map((folder) => join(folder, one)))
    .find((path) => existsSync(path));
  if (binary === undefined && process.env['CI'] === 'true') {
    throw new Error(`${name} is not installed: run node scripts/system-packages.mjs as root`);
  }
  return { binary: binary ?? '', missing: binary === undefined };
}
