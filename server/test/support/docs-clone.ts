import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './regrove-process.js';

const tsc = join(repository, 'node_modules/typescript/bin/tsc');
const copied = [
  'package.json',
  'tsconfig.base.json',
  'sdk/package.json',
  'sdk/build.mjs',
  'sdk/tsconfig.json',
  'sdk/tsconfig.cjs.json',
  'sdk/src',
  'sdk/dist',
  'verify/package.json',
  'verify/tsconfig.json',
  'verify/src',
  'verify/types',
];

/** The clone of a reader who has installed and started Regrove, as far as the pages need it. */
export async function makeClone(folder: string, certFile: string): Promise<string> {
  const clone = join(folder, 'clone');
  await mkdir(clone);
  // The existing build may be stale. Does nothing if it is not.
  await promisify(execFile)(process.execPath, [tsc, '--build', join(repository, 'sdk')]);
  // It has only ES modules. A CommonJS build may exist, too, of any age.
  const filter = (path: string): boolean => !path.endsWith('/sdk/dist/cjs');
  for (const path of copied) await cp(join(repository, path), join(clone, path), { recursive: true, filter });
  await cp(certFile, join(clone, '.regrove/tls/cert.pem'));
  await symlink(join(repository, 'node_modules'), join(clone, 'node_modules'));
  return clone;
}

/** Does what `npm install` of the client does in a folder. */
export async function linkSdk(clone: string, folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/@regrove'), { recursive: true });
  await symlink(join(clone, 'sdk'), join(folder, 'node_modules/@regrove/sdk'));
}
