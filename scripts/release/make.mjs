// The second half of release.mjs, which runs in the copy of the commit, after `npm ci`.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { allNotices, noticesName } from '../../server/build/third-party/notices.js';
import { sbom } from './sbom.mjs';

const [folder, commit] = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const sha256 = (file) =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
const npm = (...args) =>
  execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] });

/** One after the other: some build what others have built, too. */
const packages = ['verify', 'sdk', 'agent', 'server'].map((workspace) => {
  const { name, version, description } = JSON.parse(
    readFileSync(join(root, workspace, 'package.json'), 'utf8'),
  );
  npm('pack', '--silent', '--workspace', workspace, '--pack-destination', folder);
  const tarball = `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
  return { workspace, name, version, description, sha256: sha256(tarball) };
});
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
