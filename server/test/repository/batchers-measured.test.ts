import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { batcherNames } from '../../src/database/batcher.js';
import { everyCommand } from '../../src/main/commands.js';

// All stores, so that no batcher is left out.
await everyCommand();

it('every batcher has a benchmark that shows what it gains', async () => {
  const benchmark = await readFile(new URL('../../../bench/batching.mjs', import.meta.url), 'utf8');
  const measured = new Set([...benchmark.matchAll(/name: '([^']+)'/g)].map(([, name]) => name));
  expect([...measured].sort()).toEqual(batcherNames().sort());
});
