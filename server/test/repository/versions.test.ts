import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rcompare, valid } from 'semver';
import { beforeAll, expect, it } from 'vitest';
import { version as agentVersion } from '../../../agent/src/version.js';
import { repository } from '../support/regrove-process.js';

const textOf = (file: string): Promise<string> => readFile(join(repository, file), 'utf8');
const jsonOf = async (file: string) => JSON.parse(await textOf(file));

let version: string;
let folders: string[];
beforeAll(async () => {
  const { workspaces, version: own } = await jsonOf('package.json');
  version = own;
  folders = workspaces;
});

it('All packages have the same version, also in the lock file, and need that of each other', async () => {
  const { packages } = await jsonOf('package-lock.json');
  expect(folders.length).toBeGreaterThan(5);
  for (const folder of ['', ...folders]) {
    const manifest = await jsonOf(join(folder, 'package.json'));
    const places = [manifest, packages[folder]];
    const versions = places.map((place) => place.version);
    const needed = places.flatMap(({ dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies })
        .filter(([name]) => /^(@regrove\/.*|regrove)$/.test(name))
        .map(([, each]) => each),
    );
    expect({ folder, versions: new Set([...versions, ...needed]) }).toEqual({
      folder,
      versions: new Set([version]),
    });
  }
});

it('The agent, which is one file, has it, too', () => {
  expect(agentVersion).toBe(version);
});

it('It is the newest release of the changelog, which lists each release once, with its day', async () => {
  const headings = (await textOf('CHANGELOG.md')).match(/^## .*$/gm) ?? [];
  const [first, ...others] = headings;
  const releases = first === '## Unreleased' ? others : headings;
  const found = releases.map((heading) => /^## (\S+) \((\d{4}-\d\d-\d\d)\)$/.exec(heading) ?? [heading]);
  const [versions, days] = [1, 2].map((part) => found.map((match) => match[part] ?? `in ${match[0]}`));
  expect(versions?.[0]).toBe(version);
  expect(versions).toEqual([...new Set(versions)].filter((each) => valid(each)).sort(rcompare));
  expect(days).toEqual([...(days ?? [])].sort().reverse());
});

it('The pages name the packages of this version', async () => {
  const pages = (await readdir(join(repository, 'docs'))).filter((name) => name.endsWith('.md'));
  const files = ['README.md', 'server/README.md', ...pages.map((name) => `docs/${name}`)];
  const named = await Promise.all(
    files.map(async (file) => [...(await textOf(file)).matchAll(/\bregrove-(?:\w+-)?(\d\S*)\.tgz/g)]),
  );
  expect(named.flat().length).toBeGreaterThan(5);
  expect(new Set(named.flat().map(([, each]) => each))).toEqual(new Set([version]));
});
