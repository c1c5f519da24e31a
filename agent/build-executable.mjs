// Makes the agent one file for this platform, Node included: executable/regrove-agent, with the licences of what is in it beside it. See
// docs/agent.md.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildIfStale } from '../server/build/index.js';
import { noticesInPackage, noticesName } from '../server/build/third-party/notices.js';

const folder = join(import.meta.dirname, 'executable');
const program = join(folder, process.platform === 'win32' ? 'regrove-agent.exe' : 'regrove-agent');
const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js');
const isMac = process.platform === 'darwin';

await buildIfStale(['agent']);
const work = mkdtempSync(join(tmpdir(), 'regrove-executable-'));
try {
  const [config, blob] = [join(work, 'sea.json'), join(work, 'agent.blob')];
  const settings = {
    main: join(import.meta.dirname, 'dist', 'regrove-agent.cjs'),
    output: blob,
    disableExperimentalSEAWarning: true,
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(process.execPath, ['--experimental-sea-config', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  mkdirSync(folder, { recursive: true });
  const made = join(work, 'program');
  copyFileSync(process.execPath, made);
  chmodSync(made, 0o755);
  // Node's own signature does not fit what is changed here; sign the result with yours before you hand it out.
  if (isMac) execFileSync('codesign', ['--remove-signature', made]);
  const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
  const place = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  execFileSync(process.execPath, [postject, made, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...place], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (isMac) execFileSync('codesign', ['--sign', '-', made]);
  rmSync(program, { force: true });
  copyFileSync(made, program);
  chmodSync(program, 0o755);
  const notices = await noticesInPackage(join(import.meta.dirname, '..'), 'agent');
  writeFileSync(join(folder, noticesName), notices + noticeOfNode());
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(program);

/** Archives of Node have its licence at their top, Debian's packages among the documentation. */
function noticeOfNode() {
  const places = [join(dirname(process.execPath), '..', 'LICENSE'), '/usr/share/doc/nodejs/LICENSE'];
  const file = places.find((place) => existsSync(place));
  const address = `https://raw.githubusercontent.com/nodejs/node/${process.version}/LICENSE`;
  const text = file === undefined ? `Its licence: ${address}` : readFileSync(file, 'utf8').trim();
  return `\n${'='.repeat(80)}\n\nNode.js ${process.versions.node}: executable\n\n${text}\n`;
}
