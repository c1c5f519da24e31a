import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeErrors } from '../../server/test/support/type-errors.js';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string;
let tarball: string;
/** A program that has the package installed. */
let consumer: string;
let installed: string;

// Packed from a copy, so that no existing build is affected.
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'regrove-verify-')));
  const copy = join(folder, 'verify');
  const isSource = (path: string): boolean => !/\/(dist|types|node_modules)$/.test(path);
  await cp(join(root, 'verify'), copy, { recursive: true, filter: isSource });
  await cp(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: copy });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as { filename: string }[];
  tarball = join(folder, packed?.filename ?? '');

  consumer = join(folder, 'consumer');
  installed = join(consumer, 'node_modules/@regrove/verify');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
});
afterAll(() => rm(folder, { recursive: true }));

const program = async (name: string, text: string): Promise<string> => {
  const file = join(consumer, name);
  await writeFile(file, text);
  return file;
};

describe('the package', () => {
  it('contains exactly the published files', async () => {
    const sources = (await readdir(join(root, 'verify/src'))).map((file) => file.replace(/\.ts$/, ''));
    const expected = sources.flatMap((name) => [`dist/${name}.js`, `types/${name}.d.ts`]);
    const files = (await readdir(installed, { recursive: true })).filter(
      (file) => !['dist', 'types'].includes(file),
    );
    expect(files.sort()).toEqual([...expected, 'LICENSE', 'README.md', 'package.json'].sort());
  });

  it('has no dependencies', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
  });

  it('passes publint', async () => {
    const publint = join(root, 'node_modules/publint/src/cli.js');
    const { stdout } = await run(execPath, [publint, 'run', tarball, '--strict'], { cwd: consumer });
    expect(stdout).toContain('All good!');
  });

  it('runs in plain Node', async () => {
    const file = await program(
      'app.mjs',
      `import { verifyProof } from '@regrove/verify';
      console.log((await verifyProof({ proof: 'nothing', keys: [] })).verdict);`,
    );
    expect((await run(execPath, [file])).stdout).toBe('wrong\n');
  });

  it('has a README with samples that compile, without the types of browsers', async () => {
    const text = await readFile(join(installed, 'README.md'), 'utf8');
    const samples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, sample]) => sample);
    expect(samples).toHaveLength(3);
    const given = `
      declare const pdf: Uint8Array, logKey: string, olderCheckpoint: string | undefined;
      declare const read: (path: string) => Promise<Uint8Array>;`;
    const file = await program('readme.mts', [given, ...samples].join('\n'));
    const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
    expect(
      typeErrors([file], folder, { ...strict, lib: ['lib.es2022.d.ts'], module: ts.ModuleKind.NodeNext }),
    ).toEqual([]);
  });
});
