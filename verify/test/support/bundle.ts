import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Bundler {
  build(options: object): Promise<{
    readonly outputFiles: readonly { readonly contents: Uint8Array }[];
    readonly metafile: { readonly inputs: object };
  }>;
}
// The server's build uses it.
const esbuild = createRequire(join(import.meta.dirname, '../../../server/package.json'))(
  'esbuild',
) as Bundler;

/** What a page that uses these parts has to load: `names` as in an `export`. */
export async function bundleOf(names: string): Promise<{ bytes: Uint8Array; inputs: string[] }> {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: {
      contents: `export ${names} from './index.ts'`,
      resolveDir: join(import.meta.dirname, '../../src'),
    },
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', write: false, metafile: true },
    // Would fail for a module of Node.
    platform: 'browser',
  });
  return { bytes: outputFiles[0]?.contents ?? new Uint8Array(), inputs: Object.keys(metafile.inputs) };
}
