import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleDashboard } from './bundle-dashboard.js';
import { bundleProgram } from './bundle-program.js';
import { copyFonts } from './copy-fonts.js';
import { transpile } from './transpile.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const server = join(root, 'server');
const web = join(root, 'web');

/** What made it counts as well: these scripts, and the versions of the programs that they use. */
const tools = [join(server, 'build'), join(root, 'package-lock.json')];

/** What is built: into which folder, from what, and how. `make` fills the empty folder that it is given. */
export const targets = {
  server: {
    title: 'Regrove',
    folder: join(server, 'dist'),
    inputs: [...tools, join(server, 'src')],
    make: async (folder) => {
      await transpile(join(server, 'src'), folder);
      await bundleProgram(join(server, 'src'), join('main', 'regrove.ts'), join(folder, 'program'));
    },
  },
  fonts: {
    title: 'its fonts',
    folder: join(server, 'fonts'),
    inputs: [...tools, join(server, 'package.json')],
    make: (folder) => copyFonts(join(server, 'package.json'), folder),
  },
  dashboard: {
    title: 'its dashboard',
    folder: join(server, 'dashboard'),
    inputs: [
      ...tools,
      join(web, 'build'),
      join(web, 'index.html'),
      join(web, 'package.json'),
      join(web, 'src'),
      join(web, 'vite.config.ts'),
      join(root, 'sdk', 'src'),
      join(server, 'src', 'messages'),
      join(server, 'src', 'sources', 'trouble-reasons.ts'),
    ],
    make: (folder) => bundleDashboard(web, folder),
  },
};

/**
 * What a build that is under way is called, and the lock of it. Beside the folder that it becomes: moving it there takes one
 * step, and what is relative in it (source maps) stays true.
 */
export const underWay = (name) => join(server, `.building-${name}`);
