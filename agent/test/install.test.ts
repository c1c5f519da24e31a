import { expect, it } from 'vitest';
import { unitOf } from '../src/install.js';
import { program, type ProcessContext } from '../src/program.js';
import { makeHome } from './support/agents.js';

const service = {
  command: ['/usr/bin/regrove-agent'],
  directory: '/var/lib/regrove-agent',
  user: '998',
  machineIdFile: undefined,
};

it('A service opens its key with the same id that it was encrypted with', async () => {
  const home = await makeHome();
  try {
    let unit = '';
    const self: ProcessContext = {
      env: home.env,
      platform: 'linux',
      isRoot: false,
      command: service.command,
      input: () => process.stdin,
      signal: new AbortController().signal,
      print: (text) => void (unit += text),
      log: () => undefined,
    };
    expect(await program(['install', '--output', '-'], self)).toBe(0);
    const file = home.env['REGROVE_AGENT_MACHINE_ID_FILE'];
    expect(unit).toContain(`\nEnvironment="REGROVE_AGENT_MACHINE_ID_FILE=${file}"\n`);
  } finally {
    await home.remove();
  }
});

it('A machine with an id of its own needs no variable', () => {
  expect(unitOf(service)).not.toContain('Environment');
});

it('Characters that systemd interprets are kept, in commands and in variables', () => {
  const unit = unitOf({ ...service, directory: '/srv/a$b%c', machineIdFile: '/srv/"id"$1%2' });
  expect(unit).toContain('"--dir" "/srv/a$$b%%c"\n');
  expect(unit).toContain('\nReadWritePaths="/srv/a$b%%c"\n');
  expect(unit).toContain('\nEnvironment="REGROVE_AGENT_MACHINE_ID_FILE=/srv/\\"id\\"$1%%2"\n');
});
