import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm } from '../package.js';
import { repository } from '../regrove-process.js';
import { findRelease, type ReleaseVersion } from './find-release.js';

const run = promisify(execFile);

/** Where npm and others keep what can be made again. `npm ci` removes it. */
const cache = join(repository, 'node_modules', '.cache', 'regrove-releases');

const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Builds the package of a release from its commit, installs it as docs/deploying.md says, and returns the path of its program. The
 * first time takes one or two minutes; later ones find the installation in the cache.
 */
export async function installRelease(version: ReleaseVersion): Promise<string> {
  const { commit } = findRelease(version);
  if (commit === undefined) throw new Error(`The git history of this checkout has no ${version}`);
  // Packages with binaries are for one platform and, some of them, for one version of Node.
  const [major] = process.versions.node.split('.');
  const folder = join(cache, `${commit}-${process.platform}-${process.arch}-node${major}`);
  const program = join(folder, 'bin', 'regrove.js');
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'unfinished-'));
  try {
    await install(await pack(commit, unfinished), unfinished);
    // Another run may have been faster. What is in use must not be replaced.
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!existsSync(program)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return program;
}

/** Not inside the checkout, where imports of the release would find packages of the present version. */
async function pack(commit: string, destination: string): Promise<string> {
  const checkout = await mkdtemp(join(tmpdir(), 'regrove-release-'));
  try {
    const archive = join(checkout, 'release.tar');
    await run('git', ['archive', '--output', archive, commit], { cwd: repository });
    await run('tar', ['-xf', archive, '-C', checkout]);
    // Only what is packed: not the tools that check the release.
    await npm(['ci', '-w', 'server', '-w', 'web', ...quiet], checkout);
    await npm(['pack', '--silent', '-w', 'server', '--pack-destination', destination], checkout);
  } finally {
    await rm(checkout, { recursive: true, force: true });
  }
  const [tarball] = (await readdir(destination)).filter((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm has packed nothing of ${commit}`);
  return join(destination, tarball);
}

/** With exactly the dependencies that the release was tested with. */
async function install(tarball: string, folder: string): Promise<void> {
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
  await rm(tarball);
  await npm(['ci', '--omit=dev', ...quiet], folder);
}
