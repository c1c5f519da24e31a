import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountId } from '../../src/features/accounts/account.js';
import { table } from '../../src/cli/command-line.js';
import { createAccount } from '../../src/features/accounts/create-account.js';
import { createKey } from '../../src/features/keys/create-key.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { spawnRecorded } from '../support/regrove-process.js';
import { startWorld, type World } from '../support/world.js';

/** Clears the screen with both forms of the escape, overwrites the line, rings the bell, reverses the text. */
const hostile = 'Evil\u001b[2J\u009b31m\r\u0007\u007f\u202eLtd';
const shown = String.raw`Evil\u001b[2J\u009b31m\u000d\u0007\u007f\u202eLtd`;
// oxlint-disable-next-line no-control-regex -- matches the characters that must not appear
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

let world: World;
let operator: Operator;
let account: AccountId;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  const { context } = world.server.running.instance;
  // Installations can have such names from before they were refused.
  ({ id: account } = await createAccount(context, undefined, 'customer', { name: hostile }));
  await createKey(context, account, { name: `${hostile}\nforged line`, revision: '1.6.6' });
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

describe('A name with control characters', () => {
  it('is escaped in tables and does not break rows', async () => {
    const { stdout } = await operator.run('keys', 'list', '--account', account);
    expect(stdout).toContain(`${shown}\\u000aforged line`);
    expect(stdout).not.toMatch(obeyed);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  it('is escaped in sentences', async () => {
    const { stdout } = await operator.run('keys', 'create', '--account', account);
    expect(stdout).toContain(`of ${shown}. It will not be shown again`);
    expect(stdout).not.toMatch(obeyed);
  });

  it('is escaped in JSON without changing its value', async () => {
    const { stdout } = await operator.run('keys', 'list', '--account', account, '--json');
    expect(stdout).not.toMatch(obeyed);
    expect(JSON.parse(stdout)[0].name).toBe(`${hostile}\nforged line`);
  });

  it('is escaped in streamed output', async () => {
    await world.server.sql('update forestry_projects set name = $1 where id = $2', [
      hostile,
      world.projects.forest,
    ]);
    await world.customer.api.post('/biomass/offsets', {
      pages: 5000,
      date: '2020-03-15',
      project_id: world.projects.forest,
    });
    await operator.run('month', 'bill', '2020-03');
    for (const args of [
      ['show', '1'],
      ['show', '1', '--json'],
      ['export', '--format', 'csv'],
    ]) {
      const { stdout } = await operator.run('invoices', ...args);
      expect(stdout).toContain(String.raw`Evil\u001b[2J\u009b31m`);
      expect(stdout.replaceAll('\r\n', '\n')).not.toMatch(obeyed);
    }
  });

  it.each([
    ['an argument', ['invoices', 'show', hostile]],
    [
      'an option that nobody knows',
      ['keys', 'list', '--account', '01900000-0000-7000-8000-00000000dead', `--${hostile}`],
    ],
    ['an unknown command', [hostile]],
    ['the name of a file', ['projects', 'import', `/${hostile}`]],
  ])('is escaped in errors about %s', async (_, args) => {
    const { code, stdout, stderr } = await operator.run(...args);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain(shown);
    expect(stdout + stderr).not.toMatch(obeyed);
  });

  it('is escaped in errors about the contents of a file', async () => {
    const csv = `project,serial,vintage_start,vintage_end,tonnes\n${hostile.replace('\r', '')},1-10,2020-01-01,2020-12-31,10\n`;
    const stderr = await operator.failure(
      1,
      'carbon-credits',
      'import',
      await operator.file('credits.csv', csv),
    );
    expect(stderr).toContain(shown.replace('\\u000d', ''));
    expect(stderr).not.toMatch(obeyed);
    const json = await operator.file('projects.json', `[{"name": "${hostile}"`);
    expect(await operator.failure(1, 'projects', 'import', json)).not.toMatch(obeyed);
  });

  it('is escaped in the log of a failed job or device', async () => {
    await world.server.sql(`create function fail() returns trigger language plpgsql as $$
      begin raise exception E'the device said \\x1B[2J\\u009b'; end $$`);
    await world.server.sql('create trigger fail before insert on invoices execute function fail()');
    await world.customer.api.post('/biomass/offsets', { pages: 1000, date: '2020-04-01' });
    const { code, stderr } = await operator.run('month', 'bill', '2020-04');
    await world.server.sql('drop trigger fail on invoices');
    expect(code).toBe(1);
    expect(stderr).toContain(String.raw`the device said \u001b[2J\u009b`);
    expect(stderr).not.toMatch(obeyed);
  });
});

describe('Text from the operator', () => {
  it.each(['\u009b', '\u0085', '\u001b', '\u007f', '\u2028', '\u202e', '\u2066'])(
    'is refused if it contains %j',
    async (character) => {
      const name = `Acme${character}Ltd`;
      expect(
        await operator.failure(2, 'accounts', 'create', '--role', 'distributor', '--name', name),
      ).toMatch(/'--name <name>' .* must be .* without control characters/);
      expect(await operator.failure(2, 'keys', 'create', '--account', account, '--name', name)).toMatch(
        /'--name <name>' .* must be .* without control characters/,
      );
      const project = { name: 'Wood', forest_latitude: 1, forest_longitude: 2 };
      for (const bad of [{ name }, { content_body_html: name }, { content_logo: name }])
        expect(
          await operator.failure(
            1,
            'projects',
            'import',
            await operator.file('bad.json', [{ ...project, ...bad }]),
          ),
        ).toMatch(/without control characters/);
    },
  );

  it('can have several lines if it is prose', async () => {
    const entry = {
      name: 'Wood',
      forest_latitude: 1,
      forest_longitude: 2,
      content_body_html: '<p>\r\n\ta</p>',
    };
    expect(await operator.json('projects', 'import', await operator.file('good.json', [entry]))).toEqual({
      created: 1,
      updated: 0,
    });
  });
});

it('A table has room for more rows than a function has arguments', () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => [row, null]);
  const lines = table(['row', 'cell'], rows).split('\n');
  expect(lines).toHaveLength(200_001);
  expect(lines.at(-1)).toBe('199999  -');
});

it('Nothing is said about a pipe that its reader has closed, as head does', async () => {
  const { stderr } = await spawnRecorded(
    'sh',
    ['-c', 'npx regrove accounts list --json | true'],
    operator.env,
  ).ending;
  expect(stderr.split('\n').filter((text) => !text.startsWith('npm '))).toEqual(['']);
});
