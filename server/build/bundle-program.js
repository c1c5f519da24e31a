import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Puts the modules of the program into few files, since loading hundreds of them is most of what a start takes. Packages stay outside,
 * so that their versions can be seen and changed where they are installed.
 */
export async function bundleProgram(source, entry, folder) {
  // Loaded when there is something to do: most starts find everything built.
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

/** Files and threads stand beside the module that was built by itself, in the folder above the bundle: it looks for them there. */
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
