// Makes a release of the commit that is checked out, in release/: the packages, their checksums, an SBOM and the licences of others. The
// same commit gives the same bytes with the same Node and npm: it is built in a copy of its own, with nothing but what the commit and its
// lock file say. See docs/releasing.md.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment } from './release/clean-environment.mjs';
import { exportCommit, readCommit } from './release/commit.mjs';

const root = join(import.meta.dirname, '..');
const release = join(root, 'release');

/** Otherwise the modes in the packages depend on who makes them. */
process.umask(0o022);

let work;
try {
  const commit = readCommit(root);
  work = mkdtempSync(join(tmpdir(), 'regrove-release-'));
  const [source, made] = [join(work, 'source'), join(work, 'made')];
  for (const folder of [source, made]) mkdirSync(folder);
  exportCommit(root, commit, source);
  const options = { cwd: source, env: cleanEnvironment(process.env, commit), stdio: ['ignore', 2, 2] };
  // Nothing of what is installed has to run a script, so nothing may.
  const install = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', install, options);
  execFileSync(process.execPath, ['scripts/release/build-packages.mjs', made, commit.id], options);
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release);
  // SHA256SUMS last: a folder without it is not complete.
  const files = readdirSync(made).sort((one, other) => (one === 'SHA256SUMS') - (other === 'SHA256SUMS'));
  for (const file of files) {
    cpSync(join(made, file), join(release, file));
    console.log(join('release', file));
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  if (work !== undefined) rmSync(work, { recursive: true, force: true });
}
