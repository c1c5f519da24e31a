import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface SystemProgram {
  /** The path of the program; empty if it is not installed. */
  readonly binary: string;
  readonly missing: boolean;
}

/**
 * A system program that tests use (see scripts/system-packages.mjs). If it is missing, its tests are skipped with a
 * message, or fail in CI, where a skipped test would go unnoticed. `others` are alternatives to the first.
 */
export function findSystemProgram(name: string, ...others: readonly string[]): SystemProgram {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const binary = [name, ...others]
    .flatMap((one) => folders.map((folder) => join(folder, one)))
    .find((path) => existsSync(path));
  if (binary === undefined && process.env['CI'] === 'true') {
    throw new Error(`${name} is not installed: run node scripts/system-packages.mjs as root`);
  }
  return { binary: binary ?? '', missing: binary === undefined };
}
