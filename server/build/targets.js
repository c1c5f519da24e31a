import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleAgent } from './bundle-agent.js';
import { bundleDashboard } from './bundle-dashboard.js';
import { bundleProgram } from './bundle-program.js';
import { bundleScript } from './bundle-script.js';
import { copyFonts } from './copy-fonts.js';
import { guideInputs } from './guide/sources.js';
import { transpile } from './transpile.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const server = join(root, 'server');
const web = join(root, 'web');
const agentSource = join(root, 'agent', 'src');
const printersSource = join(root, 'printers', 'src');
const verifySource = join(root, 'verify', 'src');

/** Scripts of pages that consist of several files: one verifies certificates, one tries operations of the API. */
const pageScripts = ['log-verify.js', 'try-it.js'].map((name) => join('http', 'pages', 'assets', name));

/** Inputs of every target: these scripts, and the versions of the tools they use. */
const tools = [join(server, 'build'), join(root, 'package-lock.json')];

/** What is built: the output folder, the inputs, and how. `make` fills the empty folder it is given. */
export const targets = {
  agent: {
    title: 'its agent',
    folder: join(root, 'agent', 'dist'),
    inputs: [...tools, agentSource, printersSource],
    make: (folder) => bundleAgent(agentSource, printersSource, join(folder, 'regrove-agent.cjs')),
  },
  printers: {
    title: 'what it reads printers with',
    folder: join(root, 'printers', 'dist'),
    inputs: [...tools, printersSource],
    make: (folder) => transpile(printersSource, folder),
  },
  verify: {
    title: 'what it verifies with',
    folder: join(root, 'verify', 'dist'),
    inputs: [...tools, verifySource],
    make: (folder) => transpile(verifySource, folder),
  },
  server: {
    title: 'Regrove',
    folder: join(server, 'dist'),
    inputs: [...tools, join(server, 'src'), verifySource],
    make: async (folder) => {
      await transpile(join(server, 'src'), folder);
      for (const script of pageScripts)
        await bundleScript(join(server, 'src', script), join(folder, script), verifySource);
      await bundleProgram(join(server, 'src'), join('main', 'regrove.ts'), join(folder, 'program'));
    },
  },
  fonts: {
    title: 'its fonts',
    folder: join(server, 'fonts'),
    inputs: [...tools, join(server, 'package.json')],
    make: (folder) => copyFonts(join(server, 'package.json'), folder),
  },
  guide: {
    title: 'its guide',
    folder: join(server, 'guide'),
    inputs: [...tools, ...guideInputs(root)],
    make: async (folder) => {
      // Loaded on demand: on most starts everything is already built.
      const { buildGuide } = await import('./guide/index.js');
      buildGuide(root, folder);
    },
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
      join(printersSource, 'trouble-reasons.ts'),
    ],
    make: (folder) => bundleDashboard(web, folder),
  },
};

/**
 * Path prefix of a build in progress and of its lock. Next to the final folder, so that moving it there is a single rename
 * and relative paths in it (source maps) stay valid.
 */
export const buildPathPrefix = (name) => join(server, `.building-${name}`);
