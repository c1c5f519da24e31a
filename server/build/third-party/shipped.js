import { join, posix } from 'node:path';
import { agentOptions } from '../bundle-agent.js';
import { fontPackages } from '../copy-fonts.js';
import { closureOf, dependenciesOf, pathOf, readLock } from './lock.js';

/**
 * Packages of which something is in our files although we do not depend on them: the dashboard's icons are drawn from this one's data. (The
 * maps are, too, but of a package that the dashboard depends on.)
 */
const copied = ['@iconify-json/tabler'];

/**
 * The packages of others in each of our tarballs: `bundled` into its files, or `installed` with it by npm; and which of them our own code
 * imports. As paths of the lock file. `@regrove/sdk` and `@regrove/verify` contain nothing of others, which their tests check.
 */
export async function shippedPackages(root) {
  const packages = readLock(root);
  const fontNames = fontPackages(join(root, 'server', 'package.json'));
  const fonts = fontNames.map((name) => pathOf(packages, 'server', name));
  const icons = copied.map((name) => pathOf(packages, 'web', name));
  const imported = ['server', 'printers', 'web'].flatMap((path) => dependenciesOf(packages, path));
  const agent = await bundledInAgent(root, packages);
  const nothing = { bundled: {}, installed: [], direct: [] };
  return {
    server: {
      bundled: { dashboard: closureOf(packages, ['web']), fonts, icons },
      installed: closureOf(packages, ['server', 'printers']),
      direct: [...imported, ...fonts, ...icons],
    },
    agent: { bundled: { agent }, installed: [], direct: notBrought(packages, agent) },
    sdk: nothing,
    verify: nothing,
  };
}

/** Those that no other of them imports. */
function notBrought(packages, paths) {
  const brought = new Set(paths.flatMap((path) => dependenciesOf(packages, path)));
  return paths.filter((path) => !brought.has(path));
}

/** Asks the bundler, because the agent's package.json also has the tools that it is built with. */
async function bundledInAgent(root, packages) {
  const { build } = await import('esbuild');
  const options = agentOptions(join(root, 'agent', 'src'), join(root, 'printers', 'src'));
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    preserveSymlinks: true,
    metafile: true,
    write: false,
  });
  const paths = Object.keys(metafile.inputs)
    .filter((file) => file.includes('node_modules/'))
    .map((file) => packageOf(packages, file));
  return [...new Set(paths)].sort();
}

/** The package that a file belongs to. */
function packageOf(packages, file) {
  for (let path = posix.dirname(file); path !== '.'; path = posix.dirname(path))
    if (path in packages) return path;
  throw new Error(`package-lock.json has no package for ${file}`);
}
