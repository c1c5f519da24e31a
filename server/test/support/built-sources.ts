import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

const server = fileURLToPath(new URL('../..', import.meta.url));

/** Modules that Node loads itself. */
export const builtModules = /\/server\/dist\//;

/**
 * Tests import the server's sources and get the build that `npm start` runs, which is up to date when tests start. Vitest would
 * transform each source again for every project, and evaluate it more slowly. It cannot mock modules of the build.
 */
export const builtSources: Plugin = {
  name: 'built-sources',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!/^[./].*\.[jt]s$/.test(source)) return null;
    const path = relative(join(server, 'src'), resolve(dirname(importer ?? server), source));
    return path.startsWith('..') ? null : join(server, 'dist', path.replace(/\.ts$/, '.js'));
  },
};
