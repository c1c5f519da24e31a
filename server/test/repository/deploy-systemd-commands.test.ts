import { execFileSync } from 'node:child_process';
import { chown, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/ports.js';
import {
  repository,
  spawnRecorded,
  type ProcessResult,
  type RecordedProcess,
} from '../support/regrove-process.js';

const user = `regrove-${process.pid}`;

/** Secrets as people write them, in the syntax of systemd, and the values that the service gets. */
const settings = [
  ['REGROVE_SECRET_KEY=sixteen $HOME & `id` #letters', 'sixteen $HOME & `id` #letters'],
  [`REGROVE_TRUSTED_PROXIES="10.0.0.1, 10.0.0.2"  `, '10.0.0.1, 10.0.0.2'],
  [`OF_OTHERS='pa"ss\\n $1'" and "more\\ so`, `pa"ss\\n $1 and more so`],
  ['REGROVE_MAIL_FROM = "Trees \\"R\\" us <trees@mail.example>"', 'Trees "R" us <trees@mail.example>'],
] as const;

// Switches to another user, which requires root.
describe.skipIf(process.getuid?.() !== 0)('The commands that the docs show for systemd', () => {
  let folder: string;
  let account: { uid: number; gid: number };
  let service: RecordedProcess;
  const place = (...names: string[]): string => join(folder, ...names);

  beforeAll(async () => {
    execFileSync('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      user,
    ]);
    const idOf = (option: string): number =>
      Number(execFileSync('id', [option, user], { encoding: 'utf8' }).trim());
    account = { uid: idOf('-u'), gid: idOf('-g') };
    folder = await mkdtemp(join(tmpdir(), 'regrove-systemd-'));
    await chmod(folder, 0o755);
    for (const name of ['bin', 'etc', 'var', 'backups-parent']) await mkdir(place(name));
    await mkdir(place('var/lib'));
    await mkdir(place('var/lib/regrove'), { mode: 0o700 });
    await chown(place('var/lib/regrove'), account.uid, account.gid);
    const ports = [`REGROVE_PORT=${await freePort()}`, `REGROVE_HTTP_PORT=${await freePort()}`];
    const lines = ['# of the operator', '; and', '', ...settings.map(([line]) => line), ...ports];
    await writeFile(place('etc/regrove.env'), `${lines.join('\n')}\n`, { mode: 0o600 });
    await writeFile(place('etc/regrove.service'), here(await fileOf('deploy/regrove.service')));
    // The machine does not have these, or none that the test could use.
    await script('sudo', 'exec "$@"');
    await script('systemctl', `echo "$@" >> ${place('systemctl.log')}`);
    await script(
      'regrove',
      `REGROVE_UNIT=${place('etc/regrove.service')} exec ${join(repository, 'deploy/regrove.mjs')} "$@"`,
    );
    service = await startService();
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
    execFileSync('userdel', [user]);
  });

  const fileOf = (name: string): Promise<string> => readFile(join(repository, name), 'utf8');
  const script = (name: string, text: string): Promise<void> =>
    writeFile(place('bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });

  /** A unit or a command with the paths and the user of this test. */
  const here = (text: string): string =>
    text
      .replace(
        /^ExecStart=.* serve$/m,
        `ExecStart=${process.execPath} ${join(repository, 'server/bin/regrove.js')} serve`,
      )
      .replaceAll('/opt/regrove', repository)
      .replaceAll('/etc/regrove/', `${place('etc')}/`)
      .replaceAll('/var/lib/regrove', place('var/lib/regrove'))
      .replaceAll('/var/backups/regrove', place('backups-parent/regrove'))
      .replaceAll('/usr/local/bin/regrove', place('bin/regrove'))
      .replace(/^(User|Group)=.*$/gm, `$1=${user}`)
      .replace(/-o regrove -g regrove/g, `-o ${user} -g ${user}`);

  /** Starts the service as systemd would: with only the settings from the unit and the environment file. */
  async function startService(): Promise<RecordedProcess> {
    const unit = await readFile(place('etc/regrove.service'), 'utf8');
    const own = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, setting = '']) => setting);
    const file = (await readFile(place('etc/regrove.env'), 'utf8'))
      .split('\n')
      .filter((line) => /_PORT=/.test(line));
    const decoded = settings.map(([line, value]) => `${line.split('=', 1)[0]?.trim()}=${value}`);
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    const as = ['--reuid', user, '--regid', user, '--init-groups', '--'];
    const running = spawnRecorded('setpriv', [
      ...as,
      'env',
      '-i',
      ...own,
      ...decoded,
      ...file,
      ...command.split(' '),
    ]);
    await running.printed(/(ready): https/);
    return running;
  }

  /** Runs the text as if pasted into a shell. */
  const paste = (text: string): Promise<ProcessResult> =>
    spawnRecorded('sh', ['-e', '-c', here(text)], { PATH: `${place('bin')}:${process.env['PATH'] ?? ''}` })
      .ending;

  /** The blocks of a page that run commands with sudo. */
  const blocksOf = async (page: string, heading: string): Promise<string[]> => {
    const [, section = ''] = (await fileOf(page)).split(`${heading}\n`);
    return [...(section.split(/\n##? /)[0] ?? '').matchAll(/```(?:sh|cron)\n([^]*?)```/g)]
      .map(([, text = '']) => text)
      .filter((text) => /regrove (backup|restore|doctor)|install -d/.test(text));
  };
  const expectFine = ({ code, stdout, stderr }: ProcessResult): string => {
    expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
    return stdout;
  };

  it('doctor finds the installation of the service, as its user and with its settings', async () => {
    const [doctor = ''] = await blocksOf('docs/deploying.md', '### Commands');
    const { code, stdout, stderr } = await paste(doctor.replace(/^sudo install .*\n/, ''));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(place('var/lib/regrove'));
    for (const name of await readdir(place('var/lib/regrove')))
      expect([name, (await stat(place('var/lib/regrove', name))).uid]).toEqual([name, account.uid]);
  });

  it('backup and restore work as printed and bring back the data', async () => {
    const [folderFirst = '', backup = '', daily = '', restore = ''] = await blocksOf(
      'docs/backup.md',
      '## With systemd',
    );
    const created = expectFine(
      await paste('sudo regrove accounts create --name "Before" --role distributor --json'),
    );
    const { id } = JSON.parse(created) as { id: string };
    expectFine(await paste(folderFirst));
    const [, , , , , , ...cron] = daily.trim().split(' ');
    // As cron runs it: with sh, its short PATH, and \% for %.
    const byCron = here(cron.join(' ').replaceAll('\\%', '%'));
    expectFine(await spawnRecorded('sh', ['-c', byCron], { PATH: '/usr/bin:/bin' }).ending);
    expectFine(await paste(backup));
    const kept = await readdir(place('backups-parent/regrove'));
    expect(kept).toHaveLength(2);
    for (const name of kept) {
      const { mode, uid } = await stat(place('backups-parent/regrove', name));
      expect({ name, mode: mode & 0o777, uid }).toEqual({ name, mode: 0o600, uid: account.uid });
    }
    expectFine(await paste('sudo regrove accounts create --name "After" --role distributor'));
    await service.stop();
    const restored = expectFine(await paste(restore));
    expect(restored).toContain('ledger');
    expect((await readFile(place('systemctl.log'), 'utf8')).split('\n')).toEqual([
      'stop regrove',
      'start regrove',
      '',
    ]);
    service = await startService();
    expectFine(await paste(`sudo regrove keys list --account ${id}`));
    // "After" is gone, so its name is available again.
    expectFine(await paste('sudo regrove accounts create --name "After" --role distributor'));
  });

  it('the commands of an upgrade work, too', async () => {
    const [upgrade = ''] = (await blocksOf('docs/upgrading.md', '## One server')).filter((text) =>
      text.includes('sudo'),
    );
    expectFine(await paste(upgrade));
    expect(await readdir(place('backups-parent/regrove'))).toContain('before-upgrade.backup');
  });

  it('the settings are those that systemd reads from the file', async () => {
    await mkdir(place('etc/regrove.service.d'));
    const dropIn = place('etc/regrove.service.d/program.conf');
    await writeFile(dropIn, '[Service]\nExecStart=\nExecStart=/usr/bin/env serve\n');
    const environment = expectFine(await paste('sudo regrove')).split('\n');
    for (const [line, value] of settings)
      expect(environment).toContain(`${line.split('=', 1)[0]?.trim()}=${value}`);
    expect(environment).toContain(`REGROVE_DATA_DIR=${place('var/lib/regrove')}`);
    expect(environment).toContain(`USER=${user}`);
    expect(environment.filter((line) => line.startsWith('REGROVE_UNIT'))).toEqual([]);
    await rm(place('etc/regrove.service.d'), { recursive: true });
  });

  it('drop-ins are applied, and what is missing is reported in one sentence', async () => {
    await mkdir(place('etc/regrove.service.d'));
    const dropIn = place('etc/regrove.service.d/log.conf');
    await writeFile(dropIn, '[Service]\nEnvironment="REGROVE_LOG_LEVEL=deafening"\n');
    expect(await paste('sudo regrove doctor')).toMatchObject({
      stderr: expect.stringContaining('REGROVE_LOG_LEVEL'),
    });
    await writeFile(dropIn, '[Service]\nUser=nobody-of-this-name\n');
    expect(await paste('sudo regrove doctor')).toMatchObject({
      code: 1,
      stderr: 'regrove: the unit names the user nobody-of-this-name, which this machine does not have\n',
    });
    await rm(dropIn);
    const other = await spawnRecorded('setpriv', [
      '--reuid',
      '65534',
      '--clear-groups',
      '--',
      place('bin/regrove'),
      'doctor',
    ]).ending;
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('put sudo before it') });
  });
});
