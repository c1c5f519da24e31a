import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingLibraryNames } from '../../src/database/embedded-postgres/library-names.js';
import { createTestDatabase } from '../support/database.js';
import { type Instruction, instructionsOf } from '../support/dockerfile.js';
import { fetchNode, npm } from '../support/package.js';
import { freePort } from '../support/ports.js';
import { repository, spawnRecorded } from '../support/regrove-process.js';
import { cloneAsOnDisk, cloneOf, commitAll, hashesOf, makeRelease } from '../support/release.js';
import { nameOf, type Sbom, sbomErrors } from '../support/sbom.js';

const run = promisify(execFile);
const json = async (...path: string[]) => JSON.parse(await readFile(join(...path), 'utf8'));
const { version } = await json(repository, 'package.json');
const lock: Record<string, LockEntry> = (await json(repository, 'package-lock.json')).packages;

interface LockEntry {
  /** Only if it is installed under another one. */
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** As the registry knows it. */
const nameInLock = ([path, { name, version: each }]: [string, LockEntry]): string =>
  `${name ?? path.replace(/^.*node_modules\//, '')}@${each}`;

let folder: string;
let clone: string;
/** Where the release is. */
let release: string;
/** The release of the same commit from another clone, by a user with other settings, some time later. */
let again: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-release-test-'));
  clone = join(folder, 'clone');
  const other = join(folder, 'a clone with another name');
  await cloneAsOnDisk(clone);
  release = await makeRelease(clone);
  await cloneOf(clone, other);
  const env = {
    TZ: 'Pacific/Auckland',
    LC_ALL: 'C',
    NODE_ENV: 'development',
    npm_config_loglevel: 'error',
    npm_config_userconfig: await carefulSettings(join(folder, 'npmrc')),
  };
  again = await makeRelease(other, { umask: '077', env });
}, 1_800_000);
afterAll(() => rm(folder, { recursive: true }));

/** The settings of npm of someone who lets packages run no scripts. */
async function carefulSettings(file: string): Promise<string> {
  const own = (await npm(['config', 'get', 'userconfig'], folder)).stdout.trim();
  const settings = await readFile(own, 'utf8').catch(() => '');
  await writeFile(file, `${settings}\nignore-scripts=true\n`);
  return file;
}

const tarball = (name: string): string => join(release, `${name}-${version}.tgz`);

describe('A release', () => {
  it('consists of the packages, the SBOM, the notices and the checksums', async () => {
    expect((await readdir(release)).sort()).toEqual([
      'SHA256SUMS',
      'THIRD-PARTY-NOTICES.txt',
      `regrove-${version}.cdx.json`,
      `regrove-${version}.tgz`,
      `regrove-agent-${version}.tgz`,
      `regrove-sdk-${version}.tgz`,
      `regrove-verify-${version}.tgz`,
    ]);
  });

  it('has the same bytes in another folder, with another umask, at another time', async () => {
    expect(await hashesOf(again)).toEqual(await hashesOf(release));
  });

  it('has checksums that sha256sum finds right, of all other files', async () => {
    const { stdout } = await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: release });
    const files = (await readdir(release)).filter((name) => name !== 'SHA256SUMS').sort();
    expect(stdout.trim().split('\n')).toEqual(files.map((name) => `${name}: OK`));
  });

  it('is refused while something is not committed, and leaves the one before as it is', async () => {
    const before = await hashesOf(release);
    await appendFile(join(clone, 'README.md'), 'changed\n');
    await writeFile(join(clone, 'server/src/new.ts'), '');
    await expect(makeRelease(clone)).rejects.toMatchObject({
      code: 1,
      stderr:
        'A release is made from a commit. Commit or remove these changes first:\n M README.md\n?? server/src/new.ts\n',
    });
    expect(await hashesOf(release)).toEqual(before);
  });

  it('is refused if a package lacks what it promises', async () => {
    const other = join(folder, 'incomplete');
    await cloneOf(clone, other);
    const manifest = await json(other, 'verify/package.json');
    const more = { ...manifest, files: [...manifest.files, 'promised.txt'] };
    await writeFile(join(other, 'verify/package.json'), JSON.stringify(more));
    await commitAll(other);
    await expect(makeRelease(other)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `regrove-verify-${version}.tgz is not complete: it has no promised.txt\n`,
      ),
    });
    expect(await readdir(other)).not.toContain('release');
  });
});

describe('Its packages', () => {
  async function install(name: string, ...options: string[]): Promise<string> {
    const empty = await mkdtemp(join(folder, 'empty-'));
    const { stderr } = await npm(
      ['install', '--omit=dev', '--no-audit', '--no-fund', ...options, tarball(name)],
      empty,
    );
    expect(stderr).not.toMatch(/EBADENGINE|deprecated|ERR/);
    return empty;
  }
  const node = async (cwd: string, ...args: string[]): Promise<string> =>
    (await run(process.execPath, args, { cwd })).stdout;

  it('contain the server, which runs in an empty folder', async () => {
    const empty = await install('regrove', '--prefer-offline');
    expect(await node(empty, 'node_modules/.bin/regrove', '--version')).toBe(`${version}\n`);
  });

  it('contain the agent, which needs nothing else', async () => {
    const empty = await install('regrove-agent', '--offline');
    expect(await readdir(join(empty, 'node_modules/@regrove'))).toEqual(['agent']);
    expect(await node(empty, 'node_modules/.bin/regrove-agent', '--version')).toBe(`${version}\n`);
  });

  it('contain the client and the verifier, which need nothing else', async () => {
    const sdk = await install('regrove-sdk', '--offline');
    const printed = 'console.log(typeof sdk.Regrove, typeof verify.verifyCertificate)';
    const imports = `import * as sdk from '@regrove/sdk'; import * as verify from '@regrove/sdk/verify'; ${printed}`;
    const requires = `const sdk = require('@regrove/sdk'), verify = require('@regrove/sdk/verify'); ${printed}`;
    expect(await node(sdk, '--input-type=module', '--eval', imports)).toBe('function function\n');
    expect(await node(sdk, '--input-type=commonjs', '--eval', requires)).toBe('function function\n');
    const verifier = await install('regrove-verify', '--offline');
    const verifies = `import { verifyProof } from '@regrove/verify';
      console.log((await verifyProof({ proof: 'nothing', keys: [] })).verdict);`;
    expect(await node(verifier, '--input-type=module', '--eval', verifies)).toBe('wrong\n');
  });

  it('have no trace of the machine that made them', async () => {
    for (const name of ['regrove', 'regrove-agent', 'regrove-sdk', 'regrove-verify']) {
      const { stdout: list } = await run('tar', ['-tvzf', tarball(name), '--numeric-owner']);
      expect(list.split('\n').filter((line) => /\.built\.json|tsbuildinfo|\.map$/.test(line))).toEqual([]);
      const text = (
        await run('tar', ['-xzf', tarball(name), '-O'], { encoding: 'latin1', maxBuffer: Infinity })
      ).stdout;
      expect({ name, at: text.indexOf(tmpdir() + '/regrove-release') }).toEqual({ name, at: -1 });
    }
  });
});

describe('Its SBOM', () => {
  let sbom: Sbom;
  beforeAll(async () => {
    sbom = await json(release, `regrove-${version}.cdx.json`);
  });
  const isOwn = ({ purl }: { purl: string }): boolean => /^pkg:npm\/(%40)?regrove[/@]/.test(purl);
  const fromLock = (isMeant: (path: string, entry: LockEntry) => boolean): string[] => {
    const found = Object.entries(lock).filter(
      ([path, entry]) => path.includes('node_modules/') && entry.link !== true && isMeant(path, entry),
    );
    return found.map(nameInLock);
  };

  it('is valid, which a wrong one is not', () => {
    expect(sbomErrors(sbom)).toEqual([]);
    const [first, ...others] = sbom.components;
    const wrong = { ...first, licenses: [{ license: { id: 'None of them' } }] };
    expect(sbomErrors({ ...sbom, components: [wrong, ...others] })).not.toEqual([]);
    expect(sbomErrors({ ...sbom, metadata: { ...sbom.metadata, timestamp: 'today' } })).not.toEqual([]);
  });

  it('names every dependency for production, what is bundled, and nothing else', () => {
    // npm marks what is only needed for development. What the dashboard or the server may use if it is there is not shipped.
    const forProduction = fromLock((_path, { dev, devOptional }) => dev !== true && devOptional !== true);
    const fonts = fromLock((path) => path.includes('/@expo-google-fonts/'));
    // The agent's package.json has these among its tools. In addition, icons were drawn from the data of a package.
    const bundled = fromLock((path) =>
      /^node_modules\/(@leichtgewicht\/ip-codec|dns-packet|multicast-dns|thunky|@iconify-json\/tabler)$/.test(
        path,
      ),
    );
    const named = sbom.components.filter((each) => !isOwn(each)).map(nameOf);
    expect(named.sort()).toEqual([...new Set([...forProduction, ...fonts, ...bundled])].sort());
    expect(fonts).toHaveLength(14);
    expect(bundled).toHaveLength(5);
  });

  it('has the hashes of the lock file and of the packages, licences, and a graph without loose ends', async () => {
    const expected = new Map<string, string>(
      Object.entries(lock).flatMap((entry) =>
        entry[1].integrity === undefined ? [] : [[nameInLock(entry), entry[1].integrity] as const],
      ),
    );
    for (const component of sbom.components.filter((each) => !isOwn(each))) {
      const content = Buffer.from(expected.get(nameOf(component))?.replace('sha512-', '') ?? '', 'base64');
      expect(component.hashes).toEqual([{ alg: 'SHA-512', content: content.toString('hex') }]);
    }
    const own = sbom.components.filter(isOwn);
    expect(own.map(nameOf).sort()).toEqual(
      ['@regrove/agent', '@regrove/sdk', '@regrove/verify', 'regrove'].map((name) => `${name}@${version}`),
    );
    for (const { group, name, hashes } of own) {
      const file = tarball(group === undefined ? name : `regrove-${name}`);
      const content = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      expect({ name, hashes }).toEqual({ name, hashes: [{ alg: 'SHA-256', content }] });
    }
    const refs = new Set(sbom.components.map((each) => each['bom-ref']));
    expect(sbom.components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
    const reached = new Set([sbom.metadata.component['bom-ref']]);
    const dependsOn = new Map(sbom.dependencies.map((each) => [each.ref, each.dependsOn]));
    for (const ref of reached) for (const each of dependsOn.get(ref) ?? []) reached.add(each);
    expect([...reached].slice(1).sort()).toEqual([...refs].sort());
  });

  it('has the time of the commit', async () => {
    const { stdout } = await run('git', ['show', '--no-patch', '--format=%ct'], { cwd: clone });
    expect(sbom.metadata.timestamp).toBe(new Date(Number(stdout) * 1000).toISOString());
  });
});

describe('Its notices', () => {
  const titlesIn = (text: string): string[] => text.match(/^\S+ [\d.a-z-]+ \(.+\): [a-z, ]+$/gm) ?? [];
  const namesIn = (text: string): string[] =>
    titlesIn(text).map((title) => title.replace(/^(\S+) (\S+).*$/, '$1@$2'));
  const textIn = async (name: string): Promise<string> =>
    (
      await run('tar', ['-xzf', tarball(name), '-O', 'package/THIRD-PARTY-NOTICES.txt'], {
        maxBuffer: Infinity,
      })
    ).stdout;

  it('have the licence of everything that the SBOM names', async () => {
    const text = await readFile(join(release, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const { components }: Sbom = await json(release, `regrove-${version}.cdx.json`);
    const others = components.map(nameOf).filter((name) => !/^(@regrove\/|regrove@)/.test(name));
    expect(namesIn(text).sort()).toEqual(others.sort());
    const sections = text.split(/^={80}$/m).slice(1);
    const shortest = sections.map(
      (section) => section.replaceAll(/^\S+ \S+ \(.+\): .*$/gm, '').trim().length,
    );
    expect(Math.min(...shortest)).toBeGreaterThan(500);
  });

  it('are in the packages that contain something of others', async () => {
    const server = await textIn('regrove');
    for (const part of ['react', 'react-dom', '@mantine/core', 'world-atlas', 'd3-geo'])
      expect(titlesIn(server)).toContainEqual(expect.stringMatching(new RegExp(`^${part} .*: dashboard$`)));
    expect(titlesIn(server).filter((title) => title.endsWith(': fonts'))).toHaveLength(14);
    expect(server).toContain('SIL OPEN FONT LICENSE');
    expect(titlesIn(server)).toContainEqual(expect.stringMatching(/^@iconify-json\/tabler .*: icons$/));
    expect(server).not.toMatch(/^(fastify|esbuild|vite) /m);
    expect(namesIn(await textIn('regrove-agent')).map((name) => name.replace(/@[^@]+$/, ''))).toEqual(
      expect.arrayContaining(['commander', 'multicast-dns', 'net-snmp', '@sealsystems/ipp']),
    );
  });
});

describe('The Dockerfile', () => {
  let dockerfile: Instruction[];
  const of = (keyword: string): string => dockerfile.findLast((one) => one.keyword === keyword)?.text ?? '';
  /** The Node of the image. */
  let node: string;
  beforeAll(async () => {
    dockerfile = instructionsOf(await readFile(join(repository, 'deploy/Dockerfile'), 'utf8'));
    const major = /^node:(\d+)-/.exec(of('FROM'))?.[1] ?? '';
    const fetched = await fetchNode(major, folder);
    if (fetched === undefined) throw new Error(`The registry has no Node ${major} for this machine`);
    node = fetched;
  });

  /** The commands that install the package, each to be run in a folder in place of /app. */
  const steps = (): string[] =>
    dockerfile
      .filter(({ keyword, stage }) => keyword === 'RUN' && stage === 'installation')
      .map(({ text }) => text.replaceAll('/release', release));
  const runStep = (command: string, cwd: string, EMBEDDED_POSTGRES: string) =>
    run('sh', ['-c', command], {
      cwd,
      env: {
        ...process.env,
        PATH: [dirname(node), process.env['PATH']].join(delimiter),
        EMBEDDED_POSTGRES,
        npm_config_prefer_offline: 'true',
      },
    });

  it('completes the programs of PostgreSQL, so that no start has to copy them, and runs no other scripts', async () => {
    const app = await mkdtemp(join(folder, 'with-postgres-'));
    const natives = ['@embedded-postgres', '@embedded-postgres-17'].map((scope) =>
      join(app, 'node_modules', scope, `${process.platform}-${process.arch}`, 'native'),
    );
    const missing = async () =>
      (await Promise.all(natives.map(missingLibraryNames))).map((all) => all.length);
    const [install = 'false', ...others] = steps();
    await runStep(install, app, '1');
    expect(await missing()).not.toContain(0);
    for (const step of others) await runStep(step, app, '1');
    expect(await missing()).toEqual([0, 0]);
  });

  it('installs the package, which serves with the Node of the image', async () => {
    const app = join(folder, 'app');
    await mkdir(app);
    for (const step of steps()) await runStep(step, app, '0');
    const modules = await readdir(join(app, 'node_modules'));
    expect(modules.filter((name) => name.startsWith('@embedded-postgres'))).toEqual([]);

    const database = await createTestDatabase();
    const settings = {
      REGROVE_DATA_DIR: join(folder, 'data'),
      REGROVE_DATABASE_URL: database.url,
      REGROVE_PORT: String(await freePort()),
      REGROVE_HTTP_PORT: '0',
      REGROVE_LOG_LEVEL: 'warn',
    };
    const inApp = (words: string, more: string[] = [], other = {}) => {
      const [, ...args] = [...JSON.parse(words), ...more].map((word: string) => word.replace(/^\/app/, app));
      return spawnRecorded(node, args, { ...settings, ...other }, { cwd: app });
    };
    const healthcheck = (role: string, other = {}) =>
      inApp(
        of('HEALTHCHECK')
          .replace(/^.*CMD /, '')
          .replace('serve', role),
        [],
        other,
      ).ending;
    expect((await healthcheck('serve')).code).toBe(1);
    const server = inApp(of('ENTRYPOINT'), JSON.parse(of('CMD')));
    await server.printed(/ready: (https:\S+)/);
    expect(server.stderr).toBe('');
    expect(await healthcheck('serve')).toMatchObject({ code: 0, stderr: '' });
    expect(await healthcheck('worker')).toMatchObject({ code: 0, stderr: '' });
    const nowhere = `${database.url}&dbname=nowhere`.replace(database.name, 'nowhere');
    expect((await healthcheck('worker', { REGROVE_DATABASE_URL: nowhere })).code).toBe(1);
    expect((await server.stop()).code).toBe(0);
    await database.drop();
  });
});
