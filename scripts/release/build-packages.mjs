// The second half of release.mjs, which runs in the copy of the commit, after `npm ci`.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { allNotices, noticesName } from '../../server/build/third-party/notices.js';
import { missingFiles } from './required-files.mjs';
import { sbom } from './sbom.mjs';

const [folder, commit] = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const sha256 = (file) =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
const npm = (...args) =>
  execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] });

function pack(workspace) {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  const { name, version, description } = manifest;
  // Our own scripts build what is packed, also for those who let npm run none.
  npm('pack', '--silent', '--ignore-scripts=false', '--workspace', workspace, '--pack-destination', folder);
  const tarball = `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
  const missing = missingFiles(manifest, join(folder, tarball));
  if (missing.length > 0) throw new Error(`${tarball} is not complete: it has no ${missing.join(', ')}`);
  return { workspace, name, version, description, sha256: sha256(tarball) };
}

async function make() {
  // One after the other: some build what others have built, too.
  const packages = ['verify', 'sdk', 'agent', 'server'].map(pack);
  const { version } = packages.at(-1);
  writeFileSync(join(folder, noticesName), await allNotices(root));
  const bill = await sbom(root, {
    packages,
    version,
    commit,
    time: new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000),
    tools: { node: process.versions.node, npm: npm('--version').trim() },
  });
  writeFileSync(join(folder, `regrove-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
  const sums = readdirSync(folder)
    .sort()
    .map((file) => `${sha256(file)}  ${file}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
}

try {
  await make();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
