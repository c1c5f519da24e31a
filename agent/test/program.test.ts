import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { community, snmpd, startPrinterAgent } from '../../server/test/support/printer-agent.js';
import { spawnRecorded } from '../../server/test/support/regrove-process.js';
import { findSystemProgram as systemPeer } from '../../server/test/support/system-programs.js';
import { until } from '../../server/test/support/until.js';
import manifest from '../package.json' with { type: 'json' };
import { addCredential } from '../src/credentials.js';
import { withLock } from '../src/lock.js';
import { createMachineSecretBox } from '../src/machine-key.js';
import { readSettings } from '../src/settings.js';
import { version } from '../src/version.js';
import { makeHome, startAgent, type Home } from './support/agents.js';
import { startRegrovePeer, type RegrovePeer } from './support/regrove-peer.js';

let home: Home;
let peer: RegrovePeer;
let caFile: string;
beforeEach(async () => {
  home = await makeHome();
  peer = await startRegrovePeer();
  caFile = join(home.folder, 'ca.pem');
  await writeFile(caFile, peer.ca);
});
afterEach(async () => {
  await peer.stop();
  await home.remove();
});

const enrolHere = () => home.run('enrol', peer.url, peer.token(), '--ca', caFile, '--name', 'Office');
const status = async () => JSON.parse((await home.run('status', '--json')).stdout);

it('has the version of its package', async () => {
  expect(version).toBe(manifest.version);
  expect(await home.run('--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
});

describe('enrol', () => {
  it('exchanges a token for a key, which is stored encrypted and never printed', async () => {
    const { code, stdout, stderr } = await enrolHere();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { key } = await readSettings(home.directory, home.seal);
    const stored = await readFile(home.directory.settings, 'utf8');
    for (const text of [
      stdout,
      stored,
      (await home.run('status')).stdout,
      (await home.run('status', '--json')).stdout,
    ])
      expect(text).not.toContain(key);
    for (const file of [home.directory.settings]) expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(home.directory.path)).mode & 0o777).toBe(0o700);
    expect(await status()).toMatchObject({
      status: 'not_running',
      name: 'Office',
      feed_id: peer.feedId,
      url: peer.url,
    });
  });

  it('refuses a used token, an unknown authority, a redirect and a bad address, and changes nothing', async () => {
    const token = peer.token();
    await home.run('enrol', peer.url, token, '--ca', caFile);
    const before = await readFile(home.directory.settings, 'utf8');
    const attempts: [string[], RegExp][] = [
      [[peer.url, token, '--ca', caFile], /does not enrol this agent: 401/],
      [[peer.url, peer.token()], /cannot be reached: self-signed certificate/],
      [
        [peer.url.replace('localhost', '127.0.0.1'), peer.token(), '--ca', caFile],
        /cannot be reached: .*altnames/,
      ],
      [['http://trees.example.com', peer.token()], /is not an address such as https/],
      [['trees', peer.token()], /is not an address such as https/],
      [[peer.url, peer.token(), '--ca', join(home.folder, 'machine-id')], /has no certificates/],
    ];
    for (const [args, said] of attempts) {
      const { code, stdout, stderr } = await home.run('enrol', ...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(said);
    }
    peer.mode = { status: 307, headers: { location: peer.url } };
    expect((await enrolHere()).stderr).toContain('redirects, which is not followed');
    expect(await readFile(home.directory.settings, 'utf8')).toBe(before);
    expect(peer.requests.every(({ authorization }) => authorization === undefined)).toBe(true);
  });
});

describe('A directory that was copied to another machine', () => {
  it('gives away no secret there', async () => {
    await enrolHere();
    await addCredential(home.directory, { version: '2c', secret: 'hush-hush' }, home.seal);
    const other = await makeHome();
    try {
      await rm(other.directory.path, { recursive: true });
      await cp(home.directory.path, other.directory.path, { recursive: true });
      await writeFile(other.env['REGROVE_AGENT_MACHINE_ID_FILE'] ?? '', 'f'.repeat(32));
      const before = peer.requests.length;
      for (const args of [['run'], ['read', '--now'], ['scan', '127.0.0.1']]) {
        const { code, stdout, stderr } = await other.run(...args);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(stderr).toContain('belong to another machine');
      }
      expect(peer.requests).toHaveLength(before);
      const files = await readdir(other.directory.path, { recursive: true, withFileTypes: true });
      const { key } = await readSettings(home.directory, home.seal);
      for (const file of files.filter((entry) => entry.isFile())) {
        const text = await readFile(join(file.parentPath, file.name), 'utf8');
        expect(text).not.toContain('hush-hush');
        expect(text).not.toContain(key);
      }
    } finally {
      await other.remove();
    }
  });

  it('nor does a secret open as another one', () => {
    const seal = createMachineSecretBox('0'.repeat(32));
    const sealed = seal.seal('x', 'credential 1');
    expect(seal.open(sealed, 'credential 1')).toBe('x');
    expect(() => seal.open(sealed, 'credential 2')).toThrow('another machine');
    expect(() => seal.open('', 'credential 1')).toThrow('another machine');
    expect(seal.seal('x', 'credential 1')).not.toBe(sealed);
  });
});

describe('A running agent', () => {
  it('is the only one of its directory, until it is killed', async () => {
    await enrolHere();
    const first = home.start('run');
    await until('it to run', async () => (await status()).running);
    const second = await home.run('run');
    expect(second).toMatchObject({
      code: 1,
      stderr: `another process (${first.pid}) already runs in ${home.directory.path}\n`,
    });
    await first.stop('SIGKILL');
    expect(await status()).toMatchObject({ running: false });
    const third = home.start('run');
    await until('the next to run', async () => (await status()).pid === third.pid);
    expect(await third.stop()).toMatchObject({ code: 0, stderr: '' });
    expect(await status()).toMatchObject({ running: false, status: 'not_running' });
  });

  it.skipIf(snmpd.missing)('reads when it is asked to', async () => {
    const printer = await startPrinterAgent({ printers: [{ serial: 'NOW-1', markers: [['sheets', 5]] }] });
    await startAgent(home, peer, new Date());
    await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
    expect(await home.run('add', printer.address)).toMatchObject({ code: 0, stdout: '1 printers\n' });
    const agent = home.start('run');
    await until('the first reading', () => peer.taken.length === 1);
    await printer.show([{ serial: 'NOW-1', markers: [['sheets', 9]] }]);
    expect(await home.run('read', '--now')).toMatchObject({
      code: 0,
      stdout: '1 printers, 0 of them could not be read; 0 batches wait to be sent\n',
    });
    expect(peer.taken.flat().map(({ total }) => total)).toEqual([5, 9]);
    expect(await status()).toMatchObject({ status: 'ok', queue: { batches: 0 }, printers: 1 });
    await agent.stop();
    await printer.stop();
  });

  it.each(['printers.json', 'credentials.json'])(
    'tells who asks for a reading that %s is damaged, and reads once it is repaired',
    async (name) => {
      await startAgent(home, peer, new Date());
      await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
      await home.run('add', 'ipp://127.0.0.2:9/ipp/print');
      const agent = home.start('run');
      await until('the first reading', () => peer.reports.some(({ devices }) => devices === 1));
      const file = join(home.directory.path, name);
      const whole = await readFile(file, 'utf8');
      await writeFile(file, whole.slice(0, -5));
      const failed = await home.run('read', '--now');
      expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file} is damaged`) });
      expect(await status()).toMatchObject({
        status: 'trouble',
        problems: expect.arrayContaining([expect.stringContaining('is damaged')]),
      });
      await writeFile(file, whole);
      expect(await home.run('read', '--now')).toMatchObject({ code: 0 });
      expect(await status()).toMatchObject({ running: true });
      await agent.stop();
    },
  );

  it('holds a lock that many want one at a time', async () => {
    let [inside, most, done] = [0, 0, 0];
    await Promise.all(
      Array.from({ length: 20 }, () =>
        withLock(home.directory.changeLock, async () => {
          most = Math.max(most, ++inside);
          await readdir(home.folder);
          inside--;
          done++;
        }),
      ),
    );
    expect({ most, done }).toEqual({ most: 1, done: 20 });
  });
});

describe('Input that makes no sense', () => {
  it.each([
    [['scan', '10.0.0.0/8'], /too large/],
    [['scan', 'office'], /not a range/],
    [['scan'], /no range was given yet/],
    [['add', 'printer.example'], /names can lead anywhere/],
    [['remove', 'everything'], /names can lead anywhere/],
    [['remove-credential', '7'], /no credential 7/],
    [['read'], /--now/],
    [['run'], /not enrolled/],
    [['dance'], /unknown command/],
    [['add-credential', '--auth', 'sha'], /need --user/],
  ])('%j is refused and changes nothing', async (args, said) => {
    const { code, stdout, stderr } = await home.run(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(said);
    expect((await readdir(home.directory.path)).sort()).toEqual(['queue', 'set-aside']);
  });
});

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.skipIf(!canMount || snmpd.missing)('A full disk', () => {
  it('loses nothing that was read, and is overcome when there is room again', async () => {
    const disk = join(home.folder, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', disk]);
    const printer = await startPrinterAgent({ printers: [{ serial: 'FULL-1', markers: [['sheets', 7]] }] });
    try {
      await rm(home.directory.path, { recursive: true });
      await mkdir(join(disk, 'agent'));
      await symlink(join(disk, 'agent'), home.directory.path);
      const { agent, said, time } = await startAgent(home, peer, new Date(2026, 2, 2, 12));
      await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
      await home.run('add', printer.address);
      const fill = (): void => void spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'full')}`, 'bs=1k']);
      fill();
      for (let round = 0; round < 3; round++) await agent.tick();
      expect(peer.taken).toEqual([]);
      // Each kind once: what was read, and the state.
      expect(said.filter((line) => line.includes('ENOSPC'))).toHaveLength(2);
      expect(peer.reports).toHaveLength(1);
      expect(await status()).toMatchObject({
        status: 'trouble',
        problems: [expect.stringContaining('cannot be written to: ENOSPC')],
      });
      expect(said.filter((line) => line.startsWith('read '))).toHaveLength(1);
      expect(await readdir(home.directory.queue)).toEqual([]);
      await printer.show([{ serial: 'FULL-1', markers: [['sheets', 1000]] }]);
      await rm(join(disk, 'full'));
      time.now = new Date(time.now.getTime() + 60_000);
      await agent.tick();
      // What was read then, and not what would be read now.
      expect(peer.taken.flat().map(({ total }) => total)).toEqual([7]);
      expect(await status()).toMatchObject({ status: 'not_running', problems: [] });
      // Later nights are read as well, and the newest total replaces those that were never stored.
      fill();
      for (const [day, total] of [
        [1, 2000],
        [2, 3000],
      ] as const) {
        await printer.show([{ serial: 'FULL-1', markers: [['sheets', total]] }]);
        time.now = new Date(2026, 2, 2 + day, 12);
        await agent.tick();
      }
      await rm(join(disk, 'full'));
      time.now = new Date(2026, 2, 4, 13);
      await agent.tick();
      expect(peer.taken.flat().map(({ total }) => total)).toEqual([7, 3000]);
    } finally {
      await printer.stop();
      execFileSync('umount', [disk]);
    }
  });
});

const systemd = systemPeer('systemd-analyze');

describe('install', () => {
  it.skipIf(systemd.missing)(
    'writes a unit that systemd understands, for the owner of the directory',
    async () => {
      const file = join(home.folder, 'regrove-agent.service');
      expect(await home.run('install', '--output', file)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Wrote'),
      });
      const unit = await readFile(file, 'utf8');
      expect(unit).toContain(`"run" "--dir" "${home.directory.path}"`);
      expect(unit).toContain(`User=${process.getuid?.() ?? ''}\n`);
      const { code, stderr } = await spawnRecorded(systemd.binary, ['verify', '--man=no', file]).ending;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    },
  );
});
