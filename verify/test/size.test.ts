import { gzipSync } from 'node:zlib';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Bundler {
  build(
    options: object,
  ): Promise<{ outputFiles: readonly { contents: Uint8Array }[]; metafile: { inputs: object } }>;
}
// The server's build uses it.
const esbuild = createRequire(join(import.meta.dirname, '../../server/package.json'))('esbuild') as Bundler;

/** What a page that uses these parts has to load. */
async function bundleOf(names: string): Promise<{ bytes: Uint8Array; inputs: string[] }> {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: `export ${names} from './index.ts'`, resolveDir: join(import.meta.dirname, '../src') },
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', write: false, metafile: true },
    // Would fail for a module of Node.
    platform: 'browser',
  });
  return { bytes: outputFiles[0]?.contents ?? new Uint8Array(), inputs: Object.keys(metafile.inputs) };
}

describe('bundled and minified', () => {
  it('all that verifies a PDF or a proof is smaller than 15 kB', async () => {
    expect((await bundleOf('{ attachedFiles, verifyProof }')).bytes.length).toBeLessThan(15_000);
  });

  it('all that audits a log is smaller than 15 kB', async () => {
    expect((await bundleOf('{ openLog, verifyProof }')).bytes.length).toBeLessThan(15_000);
  });

  it('the whole package is smaller than 10 kB, compressed, and has no dependencies', async () => {
    const { bytes, inputs } = await bundleOf('*');
    expect(gzipSync(bytes).length).toBeLessThan(10_000);
    expect(inputs.filter((path) => path.includes('node_modules'))).toEqual([]);
  });
});
