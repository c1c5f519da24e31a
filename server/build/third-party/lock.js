import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The packages of the repository's lock file, by their path in it: `node_modules/pg`, or `web` for one of our own. */
export const readLock = (root) => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

const modules = 'node_modules/';

/** The name of a package in the registry. Where it is installed under another one, as an alias, the lock file has both. */
export const nameOf = (packages, path) =>
  packages[path].name ?? path.slice(path.lastIndexOf(modules) + modules.length);

/** The paths of what a package needs to run. Those for other platforms are in the lock file, too. */
export function dependenciesOf(packages, path) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path];
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  );
  const names = new Set([
    ...Object.keys(dependencies ?? {}),
    ...Object.keys(optionalDependencies ?? {}),
    ...peers,
  ]);
  return [...names].sort().map((name) => pathOf(packages, path, name));
}

/** All that these packages need, directly or not, without themselves. */
export function closureOf(packages, paths) {
  const found = new Set();
  const visit = (path) => {
    for (const each of dependenciesOf(packages, path)) {
      if (found.has(each)) continue;
      found.add(each);
      visit(each);
    }
  };
  paths.forEach(visit);
  return [...found];
}

/** Where Node finds a package that another one imports: next to it, or in a folder above. */
export function pathOf(packages, from, name) {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, modules, name);
    if (packages[path]?.link === true) return packages[path].resolved;
    if (path in packages) return path;
    if (folder === '.' || folder === '') throw new Error(`package-lock.json has no ${name} for ${from}`);
  }
}
