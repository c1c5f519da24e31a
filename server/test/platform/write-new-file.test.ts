import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeNewFile } from '../../src/platform/write-new-file.js';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-new-file-'));
  file = join(folder, 'file');
});
afterEach(() => rm(folder, { recursive: true }));

const write = (path: string, text: string, force = false): Promise<void> =>
  writeNewFile(path, { force }, (handle) => handle.writeFile(text));

describe('An output file', () => {
  it('is written, and no other file is left', async () => {
    await write(file, 'new');
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('is not replaced, even if it appeared while the new one was written', async () => {
    await writeFile(file, 'mine');
    await expect(write(file, 'new')).rejects.toThrow(/it already exists \(use --force to replace it\)/);
    await rm(file);
    const late = writeNewFile(file, { force: false }, async (handle) => {
      await handle.writeFile('new');
      await writeFile(file, 'mine');
    });
    await expect(late).rejects.toThrow(/it already exists/);
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('is replaced with force, through a symbolic link, and atomically', async () => {
    await writeFile(file, 'mine');
    const alias = join(folder, 'alias');
    await symlink(file, alias);
    await write(alias, 'new', true);
    expect(await readFile(file, 'utf8')).toBe('new');
    const broken = writeNewFile(file, { force: true }, async (handle) => {
      await handle.writeFile('half');
      throw new Error('The power went');
    });
    await expect(broken).rejects.toThrow('The power went');
    expect(await readFile(file, 'utf8')).toBe('new');
    expect((await readdir(folder)).sort()).toEqual(['alias', 'file']);
  });

  it('can be a device, which is written to and stays one', async () => {
    for (const force of [false, true]) await write('/dev/null', 'gone', force);
    expect(await readFile('/dev/null', 'utf8')).toBe('');
  });

  it('cannot be a folder or be in a missing one', async () => {
    for (const force of [false, true])
      await expect(write(folder, 'x', force)).rejects.toThrow(/it is a folder/);
    await expect(write(join(folder, 'none', 'file'), 'x')).rejects.toThrow(/there is no folder .*none$/);
    await writeFile(file, '');
    await expect(write(join(file, 'below'), 'x')).rejects.toThrow(/cannot be written/);
  });
});
