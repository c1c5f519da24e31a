import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

interface Sign {
  readonly name: string;
  /** The files that belong to it, by their path in `native`. The first that fits decides. */
  readonly files: RegExp;
  /** What tells the version in a file, or in its path, which is followed by a zero byte. */
  readonly version?: RegExp;
}

/** A text of its own in a file ends with a zero byte, and follows something that is no text. */
const number = /(?<![ -~])(\d+\.\d+\.\d+)\0/g;
/** As `20904` for 2.9.4. */
const digits = /(?<![ -~])(\d\d\d\d\d)(?:-[\w.]+)?\0/g;

const signs: readonly Sign[] = [
  { name: 'pldebugger', files: /^lib\/postgresql\/plugin_debugger\./ },
  { name: 'system_stats', files: /^lib\/postgresql\/system_stats\./ },
  {
    name: 'postgresql',
    files:
      /^(bin|lib\/(postgresql|pkgconfig))\/|^lib\/lib(ecpg|ecpg_compat|pg(common|feutils|port|types)(_shlib)?|pq|pq-oauth-\d+)\./,
    version: /(?<![ -~])(?:postgres|initdb|pg_ctl) \(PostgreSQL\) ([\d.]+)\n?\0/g,
  },
  {
    name: 'openssl',
    files: /^lib\/lib(crypto|ssl)\./,
    version: /(?<![ -~])OpenSSL (\d[\w.]*) +\d+ [A-Z][a-z]+ \d{4}\0/g,
  },
  {
    name: 'icu',
    files: /^lib\/libicu(data|i18n|uc)\./,
    version: /libicu\w+\.(?:so\.)?(\d+\.\d+)(?:\.dylib)?\0/g,
  },
  { name: 'libxml2', files: /^lib\/libxml2\./, version: digits },
  { name: 'libxslt', files: /^lib\/libxslt\./, version: digits },
  { name: 'zlib', files: /^lib\/libz\./, version: / inflate ([\d.]+) Copyright /g },
  { name: 'xz', files: /^lib\/liblzma\./, version: number },
  { name: 'ossp-uuid', files: /^lib\/libossp-uuid\./, version: /(?<![ -~])OSSP uuid ([\d.]+) \(/g },
  {
    name: 'krb5',
    files: /^lib\/lib(com_err|gssapi_krb5|k5crypto|krb5|krb5support)\./,
    version: /krb5-([\d.]+)-final/g,
  },
  { name: 'lz4', files: /^lib\/liblz4\./, version: number },
  { name: 'zstd', files: /^lib\/libzstd\./, version: number },
  { name: 'gettext', files: /^lib\/libintl\./ },
  { name: 'libedit', files: /^lib\/libedit\./ },
  { name: 'libiconv', files: /^lib\/libiconv\./ },
  { name: 'libuuid', files: /^lib\/libuuid\./ },
];

/** What is really in a package of PostgreSQL, by name, with the versions that its files tell. */
export async function partsIn(native: string): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const folder of ['bin', 'lib']) {
    const entries = await readdir(join(native, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = join(entry.parentPath, entry.name);
      const path = relative(native, file);
      const sign = signs.find(({ files }) => files.test(path));
      if (sign === undefined) throw new Error(`It is not known what ${path} belongs to`);
      const versions = found.get(sign.name) ?? new Set();
      found.set(sign.name, versions);
      if (sign.version === undefined) continue;
      const text = `${path}\0${await readFile(file, 'latin1')}`;
      for (const [, version = ''] of text.matchAll(sign.version))
        versions.add(
          version.replace(/^(\d)(\d\d)(\d\d)$/, (_all, ...parts) => parts.slice(0, 3).map(Number).join('.')),
        );
    }
  }
  return found;
}
