import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeLock } from '../src/lock.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true }));

// No process has this number: it is above the largest that Linux gives.
const abandoned = JSON.stringify({ pid: 2 ** 22 + 1, started: 'before' });

it('An abandoned lock is taken over by one of many', async () => {
  for (let round = 0; round < 50; round++) {
    await writeFile(path, abandoned);
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeLock(path)));
    const locks = taken.filter((lock) => typeof lock !== 'number');
    expect(locks).toHaveLength(1);
    await locks[0]?.release();
  }
  expect(await readdir(folder)).toEqual([]);
});

it('A lock whose content was lost with the power is taken over, too', async () => {
  await writeFile(path, '');
  expect(typeof (await takeLock(path))).toBe('object');
  expect(await takeLock(path)).toBe(process.pid);
});
