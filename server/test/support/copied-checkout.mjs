import { existsSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The files of a clone that a first start needs. */
const sources = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'agent/README.md',
  'agent/package.json',
  'agent/src',
  'bench/README.md',
  'deploy',
  'docs',
  'printers/package.json',
  'printers/src',
  'printers/tsconfig.json',
  'sdk/README.md',
  'sdk/src',
  'server/bin',
  'server/build',
  'server/migrations',
  'server/package.json',
  'server/src',
  'server/tsconfig.json',
  'verify/README.md',
  'verify/package.json',
  'verify/src',
  'verify/tsconfig.json',
  'web/README.md',
  'web/build',
  'web/index.html',
  'web/package.json',
  'web/src',
  'web/tsconfig.json',
  'web/vite.config.ts',
];

/** Turns an empty folder into a clone after `npm ci`, with nothing built. */
export async function copyCheckout(root) {
  for (const source of sources) await cp(join(repository, source), join(root, source), { recursive: true });
  for (const modules of ['node_modules', 'server/node_modules', 'web/node_modules'])
    if (existsSync(join(repository, modules))) await symlink(join(repository, modules), join(root, modules));
}
