import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './regrove-process.js';

const run = promisify(execFile);

/** Runs npm as a person at a terminal does, without the environment of the npm that runs the tests. */
export async function npm(args: readonly string[], cwd: string): Promise<{ stdout: string; stderr: string }> {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/i.test(name));
  return run('npm', args, { cwd, env: Object.fromEntries(own), maxBuffer: Infinity });
}

export interface Packed {
  readonly tarball: string;
  /** A folder for the results of the test. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

export async function packServer(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-package-'));
  const { stdout } = await npm(
    ['pack', '--silent', '-w', 'server', '--pack-destination', folder],
    repository,
  );
  return {
    tarball: join(folder, stdout.trim()),
    folder,
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The binary of another Node version, from the registry or npm's cache; undefined if neither has it. */
export async function fetchNode(version: string, folder: string): Promise<string | undefined> {
  const name = `node-${process.platform}-${process.arch}@${version}`;
  const packed = await npm(['pack', '--silent', '--prefer-offline', name], folder).catch(() => undefined);
  if (packed === undefined) return undefined;
  const place = await mkdtemp(join(folder, `node-${version}-`));
  await run('tar', ['-xzf', join(folder, packed.stdout.trim()), '-C', place, 'package/bin/node']);
  return join(place, 'package/bin/node');
}
