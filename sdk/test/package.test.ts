import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../server/src/http/openapi/document.js';
import { routeGroups } from '../../server/src/http/routes/index.js';
import { defaultRevision, revisionNames } from '../../server/src/wire/revisions/index.js';
import { typeErrors } from '../../server/test/support/type-errors.js';
import { startWorld, type World } from '../../server/test/support/world.js';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const node = async (file: string, ...args: string[]): Promise<string> =>
  (await run(execPath, [file, ...args], { cwd: consumer })).stdout;
const tool = (path: string): string => join(root, 'node_modules', path);

let folder: string;
/** The packed file. */
let tarball: string;
/** A program that has the package installed. */
let consumer: string;
/** The installed package. */
let installed: string;

// Packed from a copy, so that no existing build is affected.
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'regrove-sdk-')));
  const copy = join(folder, 'sdk');
  const isSource = (path: string): boolean => !/\/(dist|node_modules)$/.test(path);
  await cp(join(root, 'sdk'), copy, { recursive: true, filter: isSource });
  await cp(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
  for (const name of ['node_modules', 'verify']) await symlink(join(root, name), join(folder, name));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: copy });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as { filename: string }[];
  tarball = join(folder, packed?.filename ?? '');

  consumer = join(folder, 'consumer');
  installed = join(consumer, 'node_modules/@regrove/sdk');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
});
afterAll(() => rm(folder, { recursive: true }));

const program = async (name: string, text: string): Promise<string> => {
  const file = join(consumer, name);
  await writeFile(file, text);
  return file;
};

/** The ways in which TypeScript finds the types of a package. */
const resolutions = {
  nodenext: { module: ts.ModuleKind.NodeNext },
  bundler: { module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler },
  node10: { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
};

/** Type-checks a file with the strictest options, including the declarations of the package, and without browser types. */
function expectToCompile(file: string, resolution: keyof typeof resolutions = 'nodenext'): void {
  const lib = ['lib.es2022.d.ts'];
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
  expect(typeErrors([file], folder, { ...strict, lib, ...resolutions[resolution] })).toEqual([]);
}

describe('the package', () => {
  it('contains exactly the published files', async () => {
    const files = (await readdir(installed, { recursive: true })).filter((file) =>
      /\.\w+$|LICENSE/.test(file),
    );
    const modules = [
      'client',
      'errors',
      'index',
      'list',
      'operations',
      'options',
      'retry',
      'shapes',
      'transport',
      'verify',
      'verify-webhook',
      'webhook-event',
    ];
    const generated = ['index', 'revisions', ...revisionNames].map((name) => `wire/${name}`);
    const expected = [...modules, ...generated].flatMap((name) =>
      ['dist', 'dist/cjs'].flatMap((where) => [`${where}/${name}.js`, `${where}/${name}.d.ts`]),
    );
    const others = ['LICENSE', 'README.md', 'package.json', 'dist/cjs/package.json'];
    expect(files.sort()).toEqual([...expected, ...others].sort());
  });

  it('has no dependencies', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
  });

  it('is smaller than 10 kB, compressed but not minified', async () => {
    // Without the verifier, which only those load who need it.
    const files = (await readdir(join(installed, 'dist'))).filter((file) => /(?<!^verify)\.js$/.test(file));
    const texts = await Promise.all(files.map((file) => readFile(join(installed, 'dist', file))));
    expect(gzipSync(Buffer.concat(texts)).length).toBeLessThan(10_000);
  });

  it('passes publint', async () => {
    expect(await node(tool('publint/src/cli.js'), 'run', tarball, '--strict')).toContain('All good!');
  });
});

describe('a program in plain Node', () => {
  const use = `
    const client = new sdk.Regrove({ baseUrl: 'https://127.0.0.1:1/v1', key: 'k', userAgent: 'App/1.0.0', retries: 0 });
    client.self().catch((error) => console.log(error.name, error instanceof sdk.ConnectionError));`;

  it('can import it', async () => {
    const file = await program('app.mjs', `import * as sdk from '@regrove/sdk';${use}`);
    expect(await node(file)).toBe('ConnectionError true\n');
  });

  it('can require it', async () => {
    const file = await program('app.cjs', `const sdk = require('@regrove/sdk');${use}`);
    expect(await node(file)).toBe('ConnectionError true\n');
  });

  it.each([
    [
      'verify.mjs',
      "import { verifyCertificate } from '@regrove/sdk/verify'; import { RegroveError } from '@regrove/sdk';",
    ],
    [
      'verify.cjs',
      "const { verifyCertificate } = require('@regrove/sdk/verify'); const { RegroveError } = require('@regrove/sdk');",
    ],
  ])('can verify certificates with it (%s)', async (name, imports) => {
    const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const file = await program(
      name,
      `${imports}
      verifyCertificate('nothing', { key: '${key}' })
        .catch((error) => console.log(error.name, error.code, error instanceof RegroveError));`,
    );
    expect(await node(file)).toBe('CertificateVerificationError malformed-proof true\n');
  });

  it.each<[string, keyof typeof resolutions]>([
    ['app.mts', 'nodenext'],
    ['app.cts', 'nodenext'],
    ['app.ts', 'bundler'],
    ['app.ts', 'node10'],
  ])('is checked against its types (%s with %s), without those of browsers', async (name, resolution) => {
    const file = await program(
      name,
      `import { Regrove, type Deposit, type Shape } from '@regrove/sdk';
      const options = { baseUrl: 'https://regrove.example.com/v1', key: 'k', userAgent: 'App/1.0.0' };
      export async function read(): Promise<number> {
        const deposits: Deposit[] = await new Regrove({ ...options, fetch }).deposits.list();
        const older: Shape<'Deposit', '1.6.3'>[] = [];
        for await (const one of new Regrove({ ...options, revision: '1.6.3' }).deposits.list()) older.push(one);
        return (deposits[0]?.gsm ?? 0) + (older[0]?.density ?? 0);
      }`,
    );
    expectToCompile(file, resolution);
  });
});

describe('the README', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('has samples that run', async () => {
    const text = await readFile(join(installed, 'README.md'), 'utf8');
    const samples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, sample]) => sample);
    expect(samples.length).toBeGreaterThan(4);
    const file = await program('readme.mjs', samples.join('\n'));
    const { url, running } = world.server;
    const { stdout } = await run(execPath, [file], {
      env: {
        ...env,
        REGROVE_URL: url,
        REGROVE_KEY: world.channel.key,
        NODE_EXTRA_CA_CERTS: running.certFile,
      },
    });
    expect(stdout).toMatch(
      /^0\.144006 trees: https:.+\n1 deposit\n500 pages\nno such account\n2 deposits\nnot found: .+\n$/,
    );
  });

  it('has TypeScript samples that compile', async () => {
    const text = await readFile(join(installed, 'README.md'), 'utf8');
    const samples = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, sample]) => sample);
    expect(samples.length).toBeGreaterThan(0);
    expectToCompile(await program('readme.mts', samples.join('\n')));
  });

  it('lists every type, and the package exports each of them', async () => {
    const text = await readFile(join(installed, 'README.md'), 'utf8');
    const document = openApiDocument(defaultRevision, routeGroups, 'https://regrove.example.com');
    const { schemas } = document['components'] as { schemas: object };
    // Errors are thrown as an ApiError.
    const names = Object.keys(schemas).filter((name) => name !== 'ErrorResponse');
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    const types = names.map((name) => `export type { ${name} } from '@regrove/sdk';`);
    expectToCompile(await program('names.mts', types.join('\n')));
  });
});
