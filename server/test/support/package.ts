import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyCheckout } from './copied-checkout.mjs';
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

/** In a copy: while the server is packed, its build has parts that other tests would load. */
export async function packServer(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-package-'));
  const checkout = join(folder, 'checkout');
  await mkdir(checkout);
  await copyCheckout(checkout);
  for (const file of ['LICENSE', 'README.md'])
    await cp(join(repository, 'server', file), join(checkout, 'server', file));
  const { stdout } = await npm(['pack', '--silent', '-w', 'server', '--pack-destination', folder], checkout);
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
