// Builds what is published: ES modules in dist/, their types in types/.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildIfStale } from '../server/build/index.js';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(new URL('types', import.meta.url), { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.json'], { cwd: import.meta.dirname, stdio: 'inherit' });
await buildIfStale(['verify']);
