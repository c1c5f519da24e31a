import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holderOf, takeLock, withLock } from '../src/lock.js';

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

describe('Where the system does not tell when a process started', () => {
  const living = JSON.stringify({ pid: process.pid, started: '' });

  it('a lock is held by the process of that number', async () => {
    await writeFile(path, living);
    expect(await takeLock(path)).toBe(process.pid);
  });

  it('a lock from before the system started is abandoned', async () => {
    await writeFile(path, living);
    const before = new Date(Date.now() - uptime() * 1_000 - 5_000);
    await utimes(path, before, before);
    expect(await holderOf(path)).toBeUndefined();
    expect(typeof (await takeLock(path))).toBe('object');
  });
});

it('Who waits for a lock is told after a while who holds it', async () => {
  await takeLock(path);
  const waiting = withLock(path, () => Promise.resolve(), 100);
  await expect(waiting).rejects.toThrow(`${path} is held by process ${process.pid}`);
});

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

it.skipIf(!canMount)('A lock that finds no room on the disk leaves nothing behind', async () => {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', disk]);
  try {
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'full')}`, 'bs=1k']);
    await expect(takeLock(join(disk, 'lock'))).rejects.toThrow('ENOSPC');
    expect(await readdir(disk)).toEqual(['full']);
  } finally {
    execFileSync('umount', [disk]);
  }
});
