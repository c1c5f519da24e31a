// Builds what is published: ES modules with their types in dist/, CommonJS with its own in dist/cjs/.
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const { resolve } = createRequire(import.meta.url);
const verifier = dirname(resolve('@regrove/verify/package.json'));
const compile = (project) =>
  execFileSync(process.execPath, [resolve('typescript/bin/tsc'), '-p', project], {
    cwd: folder,
    stdio: 'inherit',
  });

rmSync(join(folder, 'dist'), { recursive: true, force: true });
compile(join(verifier, 'tsconfig.json'));
compile('tsconfig.json');
compile('tsconfig.cjs.json');
writeFileSync(join(folder, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');

/** The client's errors are those of the other files, so that `instanceof` holds. The verifier has a file of this name, too. */
const ownErrors = {
  name: 'own-errors',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/errors\.js$/ }, ({ path, resolveDir }) =>
      resolveDir === join(folder, 'src') ? { path, external: true } : undefined,
    ),
};

// The verifier is part of the file, so that the package still has no dependencies.
const bundle = (format, outfile) =>
  build({
    entryPoints: [join(folder, 'src/verify.ts')],
    outfile: join(folder, outfile),
    ...{
      bundle: true,
      format,
      target: 'es2022',
      platform: 'neutral',
      logLevel: 'error',
      allowOverwrite: true,
    },
    alias: { '@regrove/verify': join(verifier, 'src/index.ts') },
    plugins: [ownErrors],
  });
await bundle('esm', 'dist/verify.js');
await bundle('cjs', 'dist/cjs/verify.js');
copyFileSync(join(folder, 'dist/verify.d.ts'), join(folder, 'dist/cjs/verify.d.ts'));
