import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bundleOf } from './support/bundle.js';

it('the whole package, bundled and minified, is smaller than 15,000 bytes and has no dependencies', async () => {
  const { bytes, inputs } = await bundleOf('*');
  expect(bytes.length).toBeLessThan(15_000);
  expect(gzipSync(bytes).length).toBeLessThan(7_500);
  expect(inputs.filter((path) => path.includes('node_modules'))).toEqual([]);
});
