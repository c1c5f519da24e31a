import { join } from 'node:path';

/** Bundles a script of a page. The verifier is taken from its source: the other targets may be built at the same time. */
export async function bundleScript(entry, file, verifySource) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'error',
    alias: { '@regrove/verify': join(verifySource, 'index.ts') },
    allowOverwrite: true,
  });
}
