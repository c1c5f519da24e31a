// Before `npm pack`: builds everything, and pins the tested versions for installs of the package.
// After it (`--done`): removes the generated file.
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './index.js';
import { shrinkwrap } from './shrinkwrap.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = fileURLToPath(new URL('../npm-shrinkwrap.json', import.meta.url));

if (process.argv.includes('--done')) {
  rmSync(file, { force: true });
} else {
  await buildIfStale();
  writeFileSync(file, JSON.stringify(await shrinkwrap(root, 'server'), null, 2));
}
