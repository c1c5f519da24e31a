import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('..', import.meta.url));
const web = fileURLToPath(new URL('../../web', import.meta.url));
const sdk = fileURLToPath(new URL('../../sdk', import.meta.url));

/** What is made before a command runs: from what, by which program, and the file that shows that it is there. */
export const builds = [
  {
    name: 'Regrove',
    mark: '',
    cwd: server,
    source: join(server, 'src', 'main', 'regrove.ts'),
    inputs: [join(server, 'src')],
    result: join(server, 'dist', 'main', 'regrove.js'),
    command: () => [createRequire(import.meta.url).resolve('typescript/bin/tsc'), '--build', server],
  },
  {
    name: 'its dashboard',
    mark: '-web',
    cwd: web,
    source: join(web, 'src'),
    inputs: [
      join(web, 'src'),
      join(web, 'build'),
      join(web, 'index.html'),
      join(web, 'vite.config.ts'),
      join(sdk, 'src'),
      join(server, 'src', 'messages'),
    ],
    result: join(web, 'dist', 'index.html'),
    command: () => [viteOf(web), 'build', '--logLevel', 'error'],
  },
];

/** The program is no module that could be asked for by name: it stands beside its package's description. */
const viteOf = (folder) =>
  join(createRequire(join(folder, 'package.json')).resolve('vite/package.json'), '..', 'bin', 'vite.js');
