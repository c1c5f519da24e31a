import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Bundles the program into a few files, because loading hundreds of modules takes most of the startup time. Packages stay
 * external, so that their versions can be seen and changed where they are installed.
 */
export async function bundleProgram(source, entry, folder) {
  // Loaded on demand: on most starts everything is already built.
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(source, entry)],
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
    plugins: [ownPlaces(source)],
  });
}

/** Resolves `import.meta.url` as in the unbundled module, one folder up, because its files and threads are next to that. */
const ownPlaces = (source) => ({
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const module = `../${relative(source, path).replace(/\.ts$/, '.js')}`;
      const place = `new URL(${JSON.stringify(module)}, import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', place), loader: 'ts' };
    });
  },
});
