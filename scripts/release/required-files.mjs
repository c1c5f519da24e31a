import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';

/** What every package of ours has. npm adds it without being told to, if it is there. */
const always = ['LICENSE', 'README.md', 'package.json'];

/**
 * What a package promises but its tarball does not have: programs, entry points, and all that `files` of its package.json names. npm packs
 * what it finds, and is silent about the rest.
 */
export function missingFiles(manifest, tarball) {
  const packed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8', maxBuffer: Infinity })
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
  const { bin, main, types, exports, files } = manifest;
  const named = [bin, main, types, exports, files].flatMap(pathsIn).map((path) => posix.normalize(path));
  const isMissing = (path) => {
    const pattern = patternOf(path);
    return !packed.some((each) => pattern.test(each));
  };
  return [...new Set([...always, ...named])].filter(isMissing).sort();
}

/** The paths at any depth of a value, without those of `files` that are left out. */
function pathsIn(value) {
  if (typeof value === 'string') return value.startsWith('!') ? [] : [value];
  return Object.values(value ?? {}).flatMap(pathsIn);
}

/** Matches a file, or any file of a folder. `*` stands for a part of a name. */
const patternOf = (path) =>
  new RegExp(`^${path.replace(/[.+?^$(){}|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}(/.|$)`);
