import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minVersion, satisfies } from 'semver';
import { expect, it } from 'vitest';
import { repository } from '../support/regrove-process.js';

const textOf = (file: string): Promise<string> => readFile(join(repository, file), 'utf8');
const jsonOf = async (file: string) => JSON.parse(await textOf(file));

/** The oldest of each major version that we support, and some later ones. */
const promised = ['20.19.0', '22.13.0', '24.0.0', '26.0.0'];

it('The repository and the package require the same versions of Node', async () => {
  const { node } = (await jsonOf('server/package.json')).engines;
  expect((await jsonOf('package.json')).engines).toEqual({ node });
  expect(node.split(' || ').map((range: string) => minVersion(range)?.version)).toEqual(promised.slice(0, 3));
  for (const version of promised)
    expect({ version, isMeant: satisfies(version, node) }).toEqual({ version, isMeant: true });
  for (const version of ['18.20.8', '20.18.3', '22.12.0'])
    expect({ version, isMeant: satisfies(version, node) }).toEqual({ version, isMeant: false });
});

it.each(['README.md', 'server/README.md', 'docs/deploying.md'])(
  '%s names the same versions',
  async (file) => {
    expect((await textOf(file)).replace(/\s+/g, ' ')).toContain(
      '20.19 or later, 22.13 or later, or 24 and above',
    );
  },
);

it.each(promised)('No installed package warns about Node %s', async (version) => {
  const { packages } = await jsonOf('package-lock.json');
  const unfit = Object.entries<{ engines?: { node?: string }; cpu?: string[] }>(packages).filter(
    ([, { engines, cpu }]) =>
      engines?.node !== undefined &&
      !satisfies(version, engines.node) &&
      // npm skips builds for other processors; sharp's for 32-bit Windows supports Node 20 only.
      cpu?.join() !== 'ia32',
  );
  expect(unfit.map(([path, { engines }]) => `${path} ${engines?.node ?? ''}`)).toEqual([]);
});
