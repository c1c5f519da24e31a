// Writes into package-lock.json where the tarball of each package is in a registry. Without that, `npm ci` asks for the metadata of
// all versions of each package first, which is a third of its work. The host is a placeholder: npm puts the configured registry in
// its place (.npmrc), so the file is the same everywhere.
import { readFile } from 'node:fs/promises';
import { writeGenerated } from './generated-file.mjs';

const path = 'package-lock.json';

function addressOf(location, { name, version }) {
  const full = name ?? location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return `https://npm.invalid/${full}/-/${full.split('/').at(-1)}-${version}.tgz`;
}

/** With the address after the version, where npm has it. */
function withAddress(location, entry) {
  if (!location.includes('node_modules/') || entry.link) return entry;
  const { name, version, resolved: _, ...others } = entry;
  return { ...(name && { name }), version, resolved: addressOf(location, entry), ...others };
}

const lock = JSON.parse(await readFile(new URL(`../${path}`, import.meta.url), 'utf8'));
const packages = Object.entries(lock.packages).map(([location, entry]) => [
  location,
  withAddress(location, entry),
]);
await writeGenerated(
  path,
  `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`,
);
