// Builds what is published: ES modules with their types in dist/, CommonJS with its own in dist/cjs/.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compile = (project) =>
  execFileSync(process.execPath, [tsc, '-p', project], { cwd: import.meta.dirname, stdio: 'inherit' });

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
compile('tsconfig.json');
compile('tsconfig.cjs.json');
writeFileSync(new URL('dist/cjs/package.json', import.meta.url), '{ "type": "commonjs" }\n');
