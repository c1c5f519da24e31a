import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/**
 * The lock file for the package of one workspace. Versions come from the lock file of the repository, which the tests ran
 * with. npm itself works out which of them the package needs.
 */
export async function shrinkwrap(root, workspace) {
  const manifest = readJson(root, workspace, 'package.json');
  const lock = readJson(root, 'package-lock.json');
  const folder = mkdtempSync(join(tmpdir(), 'regrove-shrinkwrap-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const packages = { '': manifest, ...packagesSeenFrom(workspace, lock.packages) };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
    const args = [
      'install',
      '--package-lock-only',
      '--ignore-scripts',
      '--offline',
      // Whatever npm is configured to: the file has to be the same everywhere.
      '--omit-lockfile-registry-resolved',
      '--no-audit',
      '--no-fund',
    ];
    await promisify(execFile)('npm', args, { cwd: folder, env: withoutNpm(process.env) });
    return readJson(folder, 'package-lock.json');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A workspace's own packages take precedence over shared packages of the same name. */
function packagesSeenFrom(workspace, packages) {
  const shared = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));
  const own = Object.entries(packages)
    .filter(([path]) => path.startsWith(`${workspace}/node_modules/`))
    .map(([path, entry]) => [path.slice(workspace.length + 1), entry]);
  const isHidden = ([path]) => own.some(([mine]) => path === mine || path.startsWith(`${mine}/`));
  const isWorkspace = ([, { link }]) => link === true;
  const seen = shared.filter((entry) => !isHidden(entry) && !isWorkspace(entry));
  return Object.fromEntries([...seen, ...own]);
}

/** The child npm would read the npm_ variables of the parent npm as its own settings. */
const withoutNpm = (env) => Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name)));
