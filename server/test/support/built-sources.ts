import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Modules that Node loads itself. */
export const builtModules = /\/(printers|server)\/dist\//;

/**
 * Tests import the sources of the server and of the readers of printers, and get the build that `npm start` runs, which is up to
 * date when tests start. Vitest would transform each source again for every project, and evaluate it more slowly. `vi.mock` does not
 * reach into the build: replace what Node's own modules have in common, as `useFakeResolver` does.
 */
export const builtSources: Plugin = {
  name: 'built-sources',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!/^[./].*\.[jt]s$/.test(source)) return null;
    const path = relative(repository, resolve(dirname(importer ?? repository), source));
    const [, workspace, file] = /^(printers|server)\/src\/(.*)\.[jt]s$/.exec(path) ?? [];
    return workspace === undefined ? null : join(repository, workspace, 'dist', `${file}.js`);
  },
};
