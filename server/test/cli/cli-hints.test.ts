import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandHint } from '../../src/platform/config/command-hint.js';
import { readConfig } from '../../src/platform/config/config.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { spawnRecorded } from '../support/regrove-process.js';

const hint = (env: Record<string, string>, command: string, prints?: 'link'): string =>
  commandHint(readConfig(env), command, prints ? { prints } : {});

describe('A printed command', () => {
  it('has no settings when all are defaults', () => {
    expect(hint({}, 'keys list')).toBe('npx regrove keys list');
    expect(hint({ REGROVE_DATA_DIR: '.regrove', REGROVE_PORT: '8443' }, 'demo key', 'link')).toBe(
      'npx regrove demo key',
    );
  });

  it("uses the operator's own command, which needs no settings", () => {
    const unit = {
      REGROVE_COMMAND: 'sudo regrove',
      REGROVE_DATA_DIR: '/var/lib/regrove',
      REGROVE_PORT: '443',
    };
    expect(hint(unit, 'users sign-in-link', 'link')).toBe('sudo regrove users sign-in-link');
  });

  it('includes the data directory as an absolute path, quoted for a shell', () => {
    expect(hint({ REGROVE_DATA_DIR: 'data' }, 'keys list')).toBe(
      `REGROVE_DATA_DIR=${resolve('data')} npx regrove keys list`,
    );
    expect(hint({ REGROVE_DATA_DIR: "/it's $HOME" }, 'keys list')).toBe(
      `REGROVE_DATA_DIR='/it'\\''s $HOME' npx regrove keys list`,
    );
  });

  it('includes host and port, or the public URL, when it prints a link', () => {
    const served = { REGROVE_HOST: '0.0.0.0', REGROVE_PORT: '9443' };
    expect(hint(served, 'keys list')).toBe('npx regrove keys list');
    expect(hint(served, 'users sign-in-link', 'link')).toBe(
      'REGROVE_HOST=0.0.0.0 REGROVE_PORT=9443 npx regrove users sign-in-link',
    );
    expect(
      hint({ ...served, REGROVE_BASE_URL: 'https://regrove.example' }, 'users sign-in-link', 'link'),
    ).toBe('REGROVE_BASE_URL=https://regrove.example npx regrove users sign-in-link');
  });

  it('includes the database, but never a password', () => {
    expect(hint({ REGROVE_DATABASE_URL: 'postgresql://me@db/regrove' }, 'migrate')).toBe(
      'REGROVE_DATABASE_URL=postgresql://me@db/regrove npx regrove migrate',
    );
    for (const url of ['postgresql://me:pa55w0rd@db/regrove', 'postgresql:///regrove?password=pa55w0rd'])
      expect(hint({ REGROVE_DATABASE_URL: url }, 'migrate')).toBe('npx regrove migrate');
  });
});

describe('A command in the output', () => {
  let operator: Operator;
  beforeAll(async () => {
    operator = await createOperator();
  });
  afterAll(() => operator.close());

  const pasted = (text: string): string => /^ *(REGROVE_.*npx regrove .*)$/m.exec(text)?.[1] ?? '';

  it('works as pasted after accounts create, in a shell without our settings', async () => {
    const { stdout } = await operator.run('accounts', 'create', '--name', 'Pasted', '--role', 'distributor');
    const { code, stdout: key } = await spawnRecorded('sh', ['-c', pasted(stdout)]).ending;
    expect(code).toBe(0);
    expect(key).toMatch(/^rg_\S+\n\nThis is key .* of Pasted\./);
  });

  it('works as pasted after demo seed, and has the port of the server', async () => {
    const other = await createOperator({ env: { REGROVE_PORT: '9443' } });
    const { stdout } = await other.run('demo', 'seed');
    const { code, stdout: link } = await spawnRecorded('sh', ['-c', pasted(stdout)]).ending;
    expect(code).toBe(0);
    expect(link).toMatch(/^https:\/\/127\.0\.0\.1:9443\/sign-in\/rl_/);
    await other.close();
  });

  it('is included in the output of doctor', async () => {
    await operator.sql(`delete from migrations where name like '0001%'`);
    const { code, stdout } = await operator.run('doctor');
    expect(code).toBe(1);
    expect(stdout).toContain(
      `What to do: run \`REGROVE_DATA_DIR=${operator.dataDir} REGROVE_DATABASE_URL='${operator.database.url}' npx regrove migrate\``,
    );
    await operator.sql(`insert into migrations (name) values ('0001-accounts')`);
  });
});

describe('A misspelled setting', () => {
  let operator: Operator;
  beforeAll(async () => {
    operator = await createOperator({
      env: {
        REGROVE_PROT: '9443',
        REGROVE_DATADIR: '/x',
        regrove_port: '1',
        REGROVE_COLOUR_OF_THE_SKY: 'blue',
      },
    });
  });
  afterAll(() => operator.close());

  it('is named on standard error with a suggestion, and keeps --json valid', async () => {
    const { code, stdout, stderr } = await operator.run('projects', 'list', '--json');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '[]\n' });
    expect(stderr.trimEnd().split('\n')).toEqual([
      'REGROVE_PROT is not a setting of this version and has no effect: did you mean REGROVE_PORT?',
      'REGROVE_DATADIR is not a setting of this version and has no effect: did you mean REGROVE_DATA_DIR?',
      'regrove_port is not a setting of this version and has no effect: did you mean REGROVE_PORT?',
      'REGROVE_COLOUR_OF_THE_SKY is not a setting of this version and has no effect',
    ]);
  });
});
