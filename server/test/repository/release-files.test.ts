import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingFiles } from '../../../scripts/release/required-files.mjs';

const run = promisify(execFile);

const manifest = {
  name: 'example',
  version: '1.0.0',
  bin: { example: 'bin/example.js' },
  main: './dist/cjs/index.js',
  types: './dist/cjs/index.d.ts',
  exports: {
    '.': { import: './dist/index.js', require: { default: './dist/cjs/index.js' } },
    './package.json': './package.json',
  },
  files: ['NOTICES.txt', 'bin', 'dist', '!dist/**/*.map', 'fonts/*.ttf'],
};
const promised = [
  ...['LICENSE', 'NOTICES.txt', 'README.md', 'bin/example.js', 'dist/cjs/index.d.ts', 'dist/cjs/index.js'],
  ...['dist/index.js', 'fonts/a.ttf', 'package.json'],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-release-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the tarball of a package with these files lacks. */
async function missingOf(files: readonly string[]): Promise<string[]> {
  const place = await mkdtemp(join(folder, 'package-'));
  for (const file of files) {
    await mkdir(dirname(join(place, 'package', file)), { recursive: true });
    await writeFile(join(place, 'package', file), '');
  }
  await run('tar', ['-czf', 'package.tgz', 'package'], { cwd: place });
  return missingFiles(manifest, join(place, 'package.tgz'));
}

describe('A package is complete', () => {
  it('with all that its package.json names', async () => {
    expect(await missingOf(promised)).toEqual([]);
  });

  it.each(promised)('but not without %s', async (file) => {
    const missing = await missingOf(promised.filter((each) => each !== file));
    expect(missing).toEqual(
      [file === 'fonts/a.ttf' ? 'fonts/*.ttf' : file, ...(file === 'bin/example.js' ? ['bin'] : [])].sort(),
    );
  });

  it('nor if nothing was built', async () => {
    expect(
      await missingOf(['LICENSE', 'README.md', 'package.json', 'bin/example.js', 'distance/index.js']),
    ).toEqual([
      'NOTICES.txt',
      'dist',
      'dist/cjs/index.d.ts',
      'dist/cjs/index.js',
      'dist/index.js',
      'fonts/*.ttf',
    ]);
  });
});
