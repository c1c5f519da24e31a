import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchNode, npm, packServer, type Packed } from '../support/package.js';
import { freePort } from '../support/ports.js';
import { repository, spawnRecorded } from '../support/regrove-process.js';

const run = promisify(execFile);
// With the programs of two versions of PostgreSQL, of which the former one is needed for an upgrade.
const maxMegabytes = 370;

let packed: Packed;
/** An empty folder, after `npm install` of the package. */
let folder: string;
let said: string;
beforeAll(async () => {
  packed = await packServer();
  folder = join(packed.folder, 'empty');
  await mkdir(folder);
  const { stdout, stderr } = await npm(
    ['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', packed.tarball],
    folder,
  );
  said = stdout + stderr;
});
afterAll(() => packed.remove());

const filesOf = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));

const manifestOf = async (...path: string[]) =>
  JSON.parse(await readFile(join(...path, 'package.json'), 'utf8'));

describe('The package', () => {
  it('has its name and version', async () => {
    const { version } = await manifestOf(repository, 'server');
    expect(packed.tarball).toMatch(new RegExp(`/regrove-${version.replaceAll('.', '\\.')}\\.tgz$`));
  });

  it('contains the build and no source', async () => {
    const files = await filesOf(join(folder, 'node_modules/regrove'));
    expect(new Set(files.map((file) => file.split('/')[0]))).toEqual(
      new Set([
        ...[
          'LICENSE',
          'README.md',
          'THIRD-PARTY-NOTICES.txt',
          'bin',
          'dashboard',
          'dist',
          'fonts',
          'guide',
          'migrations',
        ],
        ...['npm-shrinkwrap.json', 'package.json'],
      ]),
    );
    expect(files.filter((file) => /\.(ts|tsx|map)$/.test(file))).toEqual([]);
    const fonts = files.filter((file) => file.endsWith('.ttf'));
    expect(fonts).toHaveLength(28);
    for (const font of fonts) expect(files).toContain(font.replace(/_\w+\.ttf$/, '_LICENSE.txt'));
  });

  it('installs without a warning about this Node and without a compiler', async () => {
    expect(said).not.toMatch(/EBADENGINE|gyp/);
    const modules = await readdir(join(folder, 'node_modules'));
    for (const name of ['typescript', 'vite', 'esbuild', 'rolldown', '@expo-google-fonts', 'node-gyp'])
      expect(modules).not.toContain(name);
    const files = await filesOf(join(folder, 'node_modules'));
    // npm compiles packages with this file at the top level; deeper ones are not compiled.
    expect(
      files.filter((file) => /^(.*\/node_modules\/)?(@[^/]+\/)?[^/]+\/binding\.gyp$/.test(file)),
    ).toEqual([]);
  });

  it(`takes at most ${maxMegabytes} MB with all dependencies`, async () => {
    const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')]);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(maxMegabytes);
  });

  it('contains a matching lockfile to install the tested versions', async () => {
    const unpacked = await mkdtemp(join(packed.folder, 'unpacked-'));
    await run('tar', ['-xzf', packed.tarball, '--strip-components=1', '-C', unpacked]);
    await npm(['ci', '--omit=dev', '--dry-run', '--offline', '--no-audit'], unpacked);
    const { packages } = JSON.parse(await readFile(join(unpacked, 'npm-shrinkwrap.json'), 'utf8'));
    const ours = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8')).packages;
    for (const name of ['fastify', 'pg', 'light-my-request'])
      expect(packages[`node_modules/${name}`].integrity).toBe(ours[`node_modules/${name}`].integrity);
  });
});

describe('The installed program', () => {
  /** Runs through a whole life of the service, starting with an empty data directory. */
  async function expectService(node: string): Promise<void> {
    const data = await mkdtemp(join(packed.folder, 'data-'));
    const port = await freePort();
    const server = spawnRecorded(
      node,
      ['node_modules/.bin/regrove', 'serve'],
      {
        REGROVE_DATA_DIR: data,
        REGROVE_PORT: String(port),
        REGROVE_HTTP_PORT: '0',
        REGROVE_LOG_LEVEL: 'warn',
      },
      { cwd: folder },
    );
    const key = await server.printed(/API key of the demo's distributor +(\S+)/);
    const origin = `https://127.0.0.1:${port}`;
    const ca = await readFile(join(data, 'tls/cert.pem'), 'utf8');
    const dispatcher = new Agent({ connect: { ca } });
    const get = async (address: string, headers: Record<string, string> = {}) => {
      const { statusCode, body } = await request(address, { dispatcher, headers });
      return { status: statusCode, body: Buffer.from(await body.arrayBuffer()) };
    };
    const list = await get(`${origin}/v1/biomass/certificates?limit=1`, {
      authorization: `Bearer ${key}`,
      'user-agent': 'PackageTest/1.0.0',
    });
    expect(list.status).toBe(200);
    const [{ url }] = JSON.parse(list.body.toString());
    const pdf = await get(`${url}.pdf`);
    expect({ status: pdf.status, begins: pdf.body.subarray(0, 5).toString() }).toEqual({
      status: 200,
      begins: '%PDF-',
    });
    const page = await get(`${origin}/`);
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(page.body.toString()) ?? [];
    for (const path of [
      script,
      '/docs',
      '/docs/guide',
      '/docs/search?q=deposits',
      '/health/ready',
      '/v1/openapi.json',
    ])
      expect({ path, status: (await get(origin + path)).status }).toEqual({ path, status: 200 });
    await dispatcher.close();
    expect(await server.stop()).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Preparing the database/),
    });
  }

  it('serves the API, certificates as PDF, the dashboard, the reference and the guide', () =>
    expectService(process.execPath));

  const major = process.versions.node.split('.')[0];
  const others = ['20.19', '22', '24'].filter((version) => version.split('.')[0] !== major);
  it.each(others)('does the same with Node %s', async (version) => {
    const node = await fetchNode(version, packed.folder);
    if (node === undefined) throw new Error(`The registry has no Node ${version} for this machine`);
    await expectService(node);
  });

  it('names the required version to an older Node, both installed and in a checkout', async () => {
    const node = await fetchNode('18', packed.folder);
    if (node === undefined) throw new Error('The registry has no Node 18 for this machine');
    for (const program of [
      join(folder, 'node_modules/.bin/regrove'),
      join(repository, 'server/bin/regrove.js'),
    ]) {
      const { code, stdout, stderr } = await spawnRecorded(node, [program, 'serve']).ending;
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^Regrove needs Node 20\.19 or later, 22\.13 or later, or 24 and above: this is Node 18\.\d+\.\d+\.\n$/,
      );
    }
  });
});
