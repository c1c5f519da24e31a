import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundleOf } from './support/bundle.js';

describe('bundled and minified', () => {
  it('all that verifies a PDF or a proof is smaller than 15 kB', async () => {
    expect((await bundleOf('{ attachedFiles, verifyProof }')).bytes.length).toBeLessThan(15_000);
  });

  it('all that audits a log is smaller than 15 kB', async () => {
    expect((await bundleOf('{ openLog, verifyProof }')).bytes.length).toBeLessThan(15_000);
  });

  it('the whole package is smaller than 23 kB, 10 kB compressed, and has no dependencies', async () => {
    const { bytes, inputs } = await bundleOf('*');
    expect(bytes.length).toBeLessThan(23_000);
    expect(gzipSync(bytes).length).toBeLessThan(10_000);
    expect(inputs.filter((path) => path.includes('node_modules'))).toEqual([]);
  });
});
