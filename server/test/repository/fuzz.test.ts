import { expect, it } from 'vitest';
import { Chance } from '../support/faults/seed.js';
import { watch } from '../support/regrove-process.js';

const requests = 1_500;

it('No request that can be made from our own documents, or nearly, gets an answer that they do not know', async () => {
  const { seed } = new Chance();
  const args = ['fuzz/run.mjs', '--requests', String(requests), '--seed', String(seed)];
  const { code, stdout, stderr } = await watch(process.execPath, args).ending;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`${requests} requests (seed ${seed})`);
  expect(stdout).toContain('0 problems');
}, 600_000);
