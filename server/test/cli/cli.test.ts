import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operator, createOperator } from '../support/command-line.js';
import { closedPort } from '../support/ports.js';
import { regrove } from '../support/regrove-process.js';

const unknownId = '01900000-0000-7000-8000-00000000dead';

let operator: Operator;
beforeAll(async () => {
  operator = await createOperator();
});
afterAll(() => operator.close());

describe('wrong usage', () => {
  it.each([
    [[]],
    [['nonsense']],
    [['accounts']],
    [['accounts', 'create', '--name', 'A']],
    [['accounts', 'create', '--role', 'customer']],
    [['accounts', 'create', '--name', 'A', '--role', 'king']],
    [['accounts', 'create', '--name', 'A', '--role', 'customer', '--colour', 'red']],
    [['accounts', 'settings']],
    [['keys', 'create']],
    [['keys', 'create', '--account', unknownId, '--revision', '9.9.9']],
    [['keys', 'revoke']],
    [['keys', 'list']],
    [['projects', 'import']],
    [['migrate', 'twice']],
    [['serve', '--jobs-only']],
  ])('exits with 2 and prints why on standard error: %j', async (args) => {
    await operator.failure(2, ...args);
  });

  it.each([['--help'], ['keys', '--help'], ['help', 'accounts']])(
    'does not include asking for help: %j',
    async (...args) => {
      const { code, stdout, stderr } = await operator.run(...args.flat());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: regrove/);
    },
  );
});

describe('as a process', () => {
  it.each([
    ['exits with 0 and prints one JSON value', ['projects', 'list', '--json'], 0, /^\[\]\n$/, /^$/],
    ['exits with 1 if the command fails', ['keys', 'revoke', unknownId], 1, /^$/, /no key/],
    ['exits with 2 if it is used incorrectly', ['keys', 'revoke'], 2, /^$/, /missing required argument/],
  ])('%s', async (_, args, code, stdout, stderr) => {
    const ending = await regrove(args, operator.env);
    expect(ending).toMatchObject({ code, signal: null });
    expect(ending.stdout).toMatch(stdout);
    expect(ending.stderr).toMatch(stderr);
  });
});

describe('failures', () => {
  it.each([
    [['accounts', 'create', '--name', 'A', '--role', 'customer', '--parent', unknownId], /no account/],
    [['accounts', 'settings', unknownId], /no account/],
    [['keys', 'create', '--account', unknownId], /no account/],
    [['keys', 'list', '--account', unknownId], /no account/],
    [['keys', 'revoke', unknownId], /no key/],
    [['feeds', 'check', '--feed', unknownId], /no feed/],
    [['feeds', 'list', '--account', unknownId], /no account/],
    [['accounts', 'show', unknownId], /no account/],
    [['accounts', 'deactivate', unknownId], /no account/],
    [['accounts', 'list', '--parent', unknownId], /no account/],
    [['users', 'list', '--account', unknownId], /no account/],
    [['users', 'create', '--account', unknownId, '--email', 'who@example.com'], /no account/],
    [['users', 'delete', unknownId], /no user/],
    [['demo', 'key'], /no demo/],
    [['projects', 'import', 'no-such-file.json'], /no-such-file\.json/],
  ])('exit with 1 and print why on standard error: %j', async (args, message) => {
    expect(await operator.failure(1, ...args, '--json')).toMatch(message);
  });

  it('name everything that is wrong with the environment, in one message', async () => {
    const broken = await createOperator({
      database: operator.database,
      env: { REGROVE_PORT: 'x', REGROVE_DEMO: 'maybe' },
    });
    const message = await broken.failure(1, 'keys', 'list', '--account', unknownId);
    expect(message).toMatch(/REGROVE_PORT/);
    expect(message).toMatch(/REGROVE_DEMO/);
    await broken.close();
  });

  it('report that the database cannot be reached, without its password', async () => {
    const url = `postgresql://someone:pa55w0rd@127.0.0.1:${await closedPort()}/regrove`;
    const stranded = await createOperator({
      database: operator.database,
      env: { REGROVE_DATABASE_URL: url },
    });
    const message = await stranded.failure(1, 'projects', 'list');
    expect(message).toMatch(/database is not reachable.*ECONNREFUSED/);
    expect(message).not.toContain('pa55w0rd');
    await stranded.close();
  });
});

describe('migrate', () => {
  it('applies what is missing, and nothing when repeated', async () => {
    const fresh = await createOperator({ empty: true });
    const { applied } = await fresh.json('migrate');
    expect(applied[0]).toBe('0001-accounts');
    expect(applied).toEqual([...applied].sort());
    expect(await fresh.json('migrate')).toEqual({ applied: [] });
    expect((await fresh.run('migrate')).stdout).toBe('Nothing to do\n');
    await fresh.close();
  });

  it('runs one at a time when several start concurrently', async () => {
    const fresh = await createOperator({ empty: true });
    const answers = await Promise.all([fresh.json('migrate'), fresh.json('migrate'), fresh.json('migrate')]);
    expect(answers.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
    await fresh.close();
  });

  it('is run by any other command when needed', async () => {
    const behind = await createOperator();
    await behind.sql('drop index mails_released_by_tree');
    await behind.sql(`delete from migrations where name = '0036-mails-released-by-a-tree'`);
    expect(await behind.json('projects', 'list')).toEqual([]);
    expect(await behind.json('migrate')).toEqual({ applied: [] });
    expect(await behind.sql(`select to_regclass('mails_released_by_tree') is null as gone`)).toEqual([
      { gone: false },
    ]);
    await behind.close();
  });
});

describe('demo seed', () => {
  it('fills an empty database once, and prints ids, one key and who can sign in', async () => {
    const seeded = await operator.json('demo', 'seed');
    expect(seeded).toEqual({
      distributor_id: expect.any(String),
      channel_id: expect.any(String),
      customer_ids: [expect.any(String), expect.any(String)],
      forestry_project_ids: expect.any(Array),
      carbon_project_ids: expect.any(Array),
      key: expect.stringMatching(/^rg_/),
      user_email: 'office@evergreen-print.example',
    });
    expect(await operator.failure(1, 'demo', 'seed')).toMatch(/not empty/);
    const projects = await operator.json('projects', 'list');
    expect(projects.map(({ id }: { id: string }) => id)).toEqual(seeded.forestry_project_ids);
  });

  it('can be followed by any number of demo keys', async () => {
    const [distributor] = await operator.sql('select id, name from accounts where parent_id is null');
    const made = await operator.json('demo', 'key');
    expect(made).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^rg_/),
      account_id: distributor?.['id'],
      revision: '1.6.6',
    });
    const { stdout } = await operator.run('demo', 'key');
    expect(stdout).toMatch(
      /^rg_\S+\n\nThis is key \S+ of Evergreen Print Supply\. It will not be shown again\.\n$/,
    );
    expect(stdout).not.toContain(made.key);
    expect(await operator.json('keys', 'list', '--account', made.account_id)).toHaveLength(3);
  });
});
