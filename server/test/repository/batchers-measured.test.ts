import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { batcherNames } from '../../src/database/batcher.js';
import { loadEveryStatement } from '../support/every-statement.js';

await loadEveryStatement();

it('Every batcher has a benchmark that shows its gain', async () => {
  const benchmark = await readFile(new URL('../../../bench/batching.mjs', import.meta.url), 'utf8');
  const measured = new Set([...benchmark.matchAll(/name: '([^']+)'/g)].map(([, name]) => name));
  expect([...measured].sort()).toEqual(batcherNames().sort());
});
