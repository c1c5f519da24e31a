import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libvipsParts } from '../../build/third-party/libvips-parts.js';
import { allNotices } from '../../build/third-party/notices.js';
import { repository } from '../support/regrove-process.js';

const folder = join(repository, 'node_modules/@img');
const installed = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'versions.json')));
const read = (...path: string[]): Promise<string> => readFile(join(folder, ...path), 'utf8');

/** The words of the README, from those that it uses for a link or a clause of its own. */
const licences: Readonly<Record<string, string>> = {
  'BSD 2-Clause': 'BSD-2-Clause',
  'BSD 2-Clause + Alliance for Open Media Patent License 1.0': 'BSD-2-Clause',
  'BSD 3-Clause': 'BSD-3-Clause',
  'fontconfig License (BSD-like)': 'HPND-sell-variant',
  'freetype License (BSD-like)': 'FTL',
  LGPLv3: 'LGPL-3.0-or-later',
  'libpng License': 'libpng-2.0',
  'libtiff License (BSD-like)': 'libtiff',
  'MIT License': 'MIT',
  'Mozilla Public License 1.1': 'MPL-1.1',
  'New BSD License': 'BSD-3-Clause',
  'zlib License': 'Zlib',
  'zlib License, IJG License, BSD 3-Clause': 'Zlib AND IJG AND BSD-3-Clause',
};

describe('What the packages of libvips contain', () => {
  it.each(installed)('is known as it is, in %s', async (folderName) => {
    const { name, version } = JSON.parse(await read(folderName, 'package.json'));
    const known = libvipsParts(name, version);
    const told = Object.entries<string>(JSON.parse(await read(folderName, 'versions.json')));
    const keyOf = (part: string): string => (part === 'libultrahdr' ? 'uhdr' : part.replace(/^lib/, ''));
    expect(
      Object.fromEntries(
        known.flatMap((part) => (part.version === undefined ? [] : [[keyOf(part.name), part.version]])),
      ),
    ).toEqual(Object.fromEntries(told));

    const rows = (await read(folderName, 'README.md')).matchAll(/^\| ([\w-]+) +\| (\S.*?) +\|$/gm);
    const named = [...rows].map(([, part = '', words = '']) => [
      part,
      words.replace(/\[(.*?)\]\(.*?\)/g, '$1'),
    ]);
    expect(Object.fromEntries(known.map((part) => [part.name, part.license]))).toEqual(
      Object.fromEntries(named.slice(1).map(([part = '', words = '']) => [part, licences[words]])),
    );
  });

  it('was compared with a package that is installed', () => {
    expect(installed.length).toBeGreaterThan(0);
  });

  it('is known for every platform in the lock file, and has to be looked up for another version', async () => {
    const { packages } = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8'));
    const names = Object.keys(packages).filter((path) => /@img\/sharp-(libvips-|win32-|wasm32$)/.test(path));
    expect(names.length).toBeGreaterThan(10);
    for (const path of names) {
      const name = path.replace('node_modules/', '');
      expect(libvipsParts(name, packages[path].version).map((part) => part.name)).toContain('libvips');
      expect(() => libvipsParts(name, '99.0.0')).toThrow(`What ${name} 99.0.0 contains is not known`);
    }
    for (const other of ['sharp', '@img/colour', '@img/sharp-linux-x64', '@img/sharp-freebsd-wasm32'])
      expect(libvipsParts(other, '99.0.0')).toEqual([]);
  });
});

it('The notices have the licences of all that is in the packages of libvips', async () => {
  const sections = (await allNotices(repository)).split(/^={80}$/m);
  const of = sections.filter((each) => /^@img\/sharp-libvips-/m.test(each));
  expect(of).toHaveLength(1);
  for (const text of [
    'contains libwebp 1.6.0 (BSD-3-Clause)',
    'GNU LESSER GENERAL PUBLIC LICENSE',
    'GNU GENERAL PUBLIC LICENSE',
    'Mozilla Public License Version 1.1',
    'The FreeType Project LICENSE',
    'PNG Reference Library License version 2',
    'Copyright (c) 1988-1997 Sam Leffler',
    'Independent JPEG Group',
  ])
    expect(of[0]).toContain(text);
});
