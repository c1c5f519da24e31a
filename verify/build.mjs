// Builds what is published: ES modules in dist/, their types in types/.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

for (const name of ['dist', 'types']) rmSync(join(folder, name), { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.json'], { cwd: folder, stdio: 'inherit' });
await build({
  entryPoints: readdirSync(join(folder, 'src')).map((file) => join(folder, 'src', file)),
  outdir: join(folder, 'dist'),
  format: 'esm',
  target: 'es2022',
  logLevel: 'error',
});
