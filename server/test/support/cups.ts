import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.js';
import { spawnRecorded } from './regrove-process.js';
import { findSystemProgram } from './system-programs.js';
import { until } from './until.js';

export const cupsd = findSystemProgram('cupsd');

export interface Cups {
  readonly port: number;
  stop(): Promise<void>;
}

/** The directory with the programs that run backends. */
const ownPrograms = '/usr/lib/cups/daemon';

/** Like a driver, it reports the number of printed pages to CUPS: the number in the document. */
const backend = `#!/bin/sh
[ $# -eq 0 ] && exit 0
echo "PAGE: total $(cat "$6")" >&2
`;

/** The print server CUPS with these queues. */
export async function startCups(queues: readonly string[]): Promise<Cups> {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-cups-'));
  // CUPS runs its backends as another user, who needs access to them.
  await chmod(folder, 0o755);
  for (const name of ['root', 'spool', 'cache', 'state', 'tmp', 'bin/backend'])
    await mkdir(join(folder, name), { recursive: true });
  await symlink(ownPrograms, join(folder, 'bin/daemon'));
  await writeFile(join(folder, 'bin/backend/void'), backend, { mode: 0o755 });
  const port = await freePort();
  const settings = join(folder, 'cupsd.conf');
  const files = join(folder, 'cups-files.conf');
  await writeFile(
    settings,
    `Listen 127.0.0.1:${port}
Browsing Off
WebInterface No
<Location />
  Order allow,deny
  Allow all
</Location>
<Policy default>
  <Limit All>
    Order deny,allow
  </Limit>
</Policy>
`,
  );
  await writeFile(
    files,
    `ServerRoot ${folder}/root
ServerBin ${folder}/bin
RequestRoot ${folder}/spool
CacheDir ${folder}/cache
StateDir ${folder}/state
TempDir ${folder}/tmp
AccessLog ${folder}/access
ErrorLog ${folder}/errors
PageLog ${folder}/pages
`,
  );
  const printers = queues.map(
    (name) => `<Printer ${name}>\nDeviceURI void:/x\nState Idle\nAccepting Yes\n</Printer>\n`,
  );
  await writeFile(join(folder, 'root/printers.conf'), printers.join(''));
  const server = spawnRecorded(cupsd.binary, ['-f', '-c', settings, '-s', files]);
  await until('cupsd to answer', () => {
    if (server.ended) throw new Error(`cupsd ended: ${server.stderr}`);
    return answers(port);
  });
  return {
    port,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
