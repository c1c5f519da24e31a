// Before `npm pack`: builds all that is in the package, adds the other workspaces that the server needs and the licences of what is bundled,
// and pins the tested versions for installs of the package.
// After it (`--done`): removes what was added.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './index.js';
import { shrinkwrap } from './shrinkwrap.js';
import { noticesInPackage, noticesName } from './third-party/notices.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = fileURLToPath(new URL('../npm-shrinkwrap.json', import.meta.url));
const notices = fileURLToPath(new URL(`../${noticesName}`, import.meta.url));
/** Part of the package, so that it can be installed where nothing but its tarball is. In a checkout the workspaces are used. */
const workspaces = fileURLToPath(new URL('../dist/node_modules', import.meta.url));

if (process.argv.includes('--done')) {
  for (const added of [file, notices]) rmSync(added, { force: true });
  rmSync(workspaces, { recursive: true, force: true });
} else {
  await buildIfStale(['server', 'printers', 'verify', 'fonts', 'dashboard', 'guide']);
  for (const name of ['printers', 'verify'])
    for (const part of ['package.json', 'dist'])
      cpSync(join(root, name, part), join(workspaces, '@regrove', name, part), { recursive: true });
  writeFileSync(notices, await noticesInPackage(root, 'server'));
  writeFileSync(file, JSON.stringify(await shrinkwrap(root, 'server'), null, 2));
}
