import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnRecorded } from '../../server/test/support/regrove-process.js';
import { until } from '../../server/test/support/until.js';
import { version } from '../src/version.js';
import { makeHome, startAgent, type Home } from './support/agents.js';
import { startRegrovePeer, type RegrovePeer } from './support/regrove-peer.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

let program: string;
let home: Home;
let peer: RegrovePeer;
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['run', '--silent', 'build:executable', '-w', 'agent'],
    { cwd: root },
  );
  program = stdout.trim();
  home = await makeHome();
  peer = await startRegrovePeer();
});
afterAll(async () => {
  await peer.stop();
  await home.remove();
});

it('A single executable needs nothing beside it, and runs', async () => {
  const empty = `${home.folder}/empty`;
  await mkdir(empty);
  const run = (...args: string[]) => spawnRecorded(program, args, { ...home.env, PATH: '' }, { cwd: empty });
  expect(await run('--version').ending).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  await startAgent(home, peer, new Date());
  const agent = run('run');
  await until('its report', () => peer.reports.length > 0);
  const { stdout } = await run('status', '--json').ending;
  expect(JSON.parse(stdout)).toMatchObject({ status: 'ok', running: true, pid: agent.pid });
  expect(await agent.stop()).toMatchObject({ code: 0, stderr: '' });
});

it('The licences of what is in it are beside it', async () => {
  const notices = await readFile(join(dirname(program), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const part of ['commander', 'net-snmp', '@sealsystems/ipp', 'multicast-dns'])
    expect(notices).toMatch(new RegExp(`^${part} [\\d.]+ \\(MIT\\): agent$`, 'm'));
  expect(notices).toContain(`\nNode.js ${process.versions.node}: executable\n`);
  expect(notices).not.toMatch(/^(postject|esbuild|@types)/m);
});
