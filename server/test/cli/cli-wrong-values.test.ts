import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/command-line.js';
import { id, knownCommands, minimalInput, commandLineOf, valuesOf } from '../support/every-command.js';

/** Any text is accepted: only the installation can tell whether it exists. */
const anything = null;

const newName = { '--name': ' ', '--display-name': 'a\u0007b', '--external-id': 'x'.repeat(256) };
const factor = { '--width': '0', '--length': 'long', '--gsm': '-1', '--pages-per-tree': '0' };

/** For each value of a command, one that is invalid without looking anything up. */
const wrong: Readonly<Record<string, Readonly<Record<string, string | typeof anything>>>> = {
  serve: { '--processes': '0' },
  worker: {},
  migrate: {},
  'upgrade-database': { '--old-binaries': anything },
  partition: { '--months': '0' },
  backup: { '<file>': anything },
  restore: { '<file>': anything },
  'accounts create': { ...newName, '--role': 'king', '--parent': 'x' },
  'accounts list': { '--parent': 'x' },
  'accounts show': { '<account>': 'x' },
  'accounts activate': { '<account>': 'x' },
  'accounts deactivate': { '<account>': '1' },
  'accounts settings': {
    '<account>': 'x',
    '--carbon-projects': `${id},x`,
    '--rate': 'free',
    '--locale': 'tlh',
    '--badge': 'maybe',
  },
  'keys create': {
    '--account': 'x',
    '--revision': '9.9.9',
    '--name': 'a\u001bb',
    '--scope': 'everything',
    '--feed': 'x',
  },
  'keys list': { '--account': 'x' },
  'keys update': { '<key-id>': 'x', '--mcp-write': 'maybe' },
  'keys revoke': { '<key-id>': 'x' },
  'agents enrol': { '--feed': 'x', '--name': '' },
  'agents list': { '--feed': 'x' },
  'agents revoke': { '<agent-id>': 'x', '--feed': 'x' },
  'users list': { '--account': 'x' },
  'users create': {
    '--account': 'x',
    '--email': 'nobody',
    '--locale': 'tlh',
    '--full-name': ' ',
    '--permission': 'some',
  },
  'users import': { '<file>': anything, '--account': 'x' },
  'deposits import': {
    '<file>': anything,
    '--account': 'x',
    '--column': 'colour=Red',
  },
  'users delete': { '<user-id>': 'who@example.com' },
  'users sign-in-link': { '--email': 'nobody', '--account': 'x' },
  'users permission': { '<permission>': 'some', '--email': 'nobody@', '--account': 'x' },
  'users operator': { '<state>': 'maybe', '--email': 'nobody@', '--account': 'x' },
  'projects import': { '<file>': anything },
  'projects list': {},
  'projects picture': { '<project>': anything, '<file>': anything },
  'carbon-projects import': { '<file>': anything },
  'carbon-projects list': {},
  'plantings import': { '<file>': anything },
  'plantings list': { '--project': anything },
  'plantings photo': {
    '<reference>': anything,
    '<file>': anything,
    '--taken-on': '2026-02-30',
    '--caption': '',
  },
  'plantings photos': { '<reference>': anything },
  'plantings remove-photo': { '<photo-id>': 'x' },
  'methodology list': {},
  'methodology add': {
    '--name': '',
    ...factor,
    '--emission-factor': '1e3',
    '--price-per-page': '1,5',
    '--source': ' ',
    '--source-url': 'handbook',
    '--method-version': ' ',
    '--published-on': 'yesterday',
    '--uncertainty': ' ',
  },
  'methodology use': { '<name-or-id>': anything },
  'carbon-credits import': { '<file>': anything },
  'carbon-credits list': {},
  'carbon fulfil': {},
  'carbon retirements list': {},
  'carbon retirements record': { '<file>': anything },
  'carbon retirements reconcile': { '<file>': anything, '--registry': anything },
  'sandboxes create': { '--name': 'a\u0007b', '--days': '366' },
  'sandboxes list': {},
  'sandboxes delete': { '<sandbox-id>': 'x' },
  'feeds list': { '--account': 'x' },
  'feeds check': { '--feed': 'x' },
  'feeds collect': { '--feed': 'x', '--date': '2026-02-30' },
  'feeds devices': { '--feed': 'x', '--search': '', '--limit': '0' },
  'feeds readings': { '--feed': 'x', '--limit': '0' },
  'webhooks listen': {
    '--key': 'a b',
    '--forward-to': 'localhost:3000',
    '--url': 'http://regrove.example.com',
    '--events': 'order.placed,order.eaten',
  },
  mcp: { '--key': 'a b', '--url': 'http://regrove.example.com' },
  'month close': { '<month>': '2026-13' },
  'month bill': { '<month>': 'March' },
  'invoices list': { '--account': 'x', '--month': '2026' },
  'invoices show': { '<number-or-id>': 'first' },
  'invoices export': { '--account': 'x', '--month': '2026-00', '--format': 'xml', '--output': anything },
  'invoices paid': { '<number-or-id>': 'first', '--date': '2026-02-30' },
  'invoices unpaid': { '<number-or-id>': 'first' },
  'offsets withdraw': { '<offset-id>': 'x', '--account': 'x', '--reason': ' ' },
  'credit-notes list': { '--account': 'x' },
  'public-page show': { '--account': 'x', '--slug': 'a b' },
  'public-page enable': { '--account': 'x', '--slug': 'x' },
  'public-page disable': { '--account': 'x', '--slug': '-É-' },
  'report annual': {
    '--account': 'x',
    '--year': '1969',
    '--format': 'docx',
    '--out': anything,
    '--locale': 'xx',
  },
  'jobs list': {},
  'jobs retry': { '<ids>': 'x' },
  'jobs discard': { '<ids>': '1.5' },
  'mail list': { '--state': 'lost' },
  'mail retry': { '<mail-id>': 'x' },
  'audit list': { '--account': 'x', '--from': 'yesterday', '--until': '2026-02-30', '--limit': 'many' },
  'log audit': {
    '<url>': 'ftp://regrove.example.com',
    '--key': 'regrove.example.com/log',
    '--since': anything,
    '--save': anything,
  },
  verify: {
    '<files>': anything,
    '--key': 'a+00000000+b',
    '--witness': 'a',
    '--name': anything,
    '--entry': anything,
  },
  'log join': { '--key': 'regrove.example.com/log' },
  'log restart': { '--origin': 'a b' },
  'secrets rotate': {},
  'log key': {},
  'log rotate-key': {},
  'demo seed': {},
  'demo key': {},
  doctor: {},
  completion: { '<shell>': 'tcsh' },
};

// There is no installation: wrong values must be found before anything is opened.
const env = { REGROVE_DATA_DIR: join(tmpdir(), 'regrove-no-such-folder', 'data') };

async function expectWrongUsage(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(args, env);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: /);
  return stderr;
}

describe('The tables in this file', () => {
  it('contain every value of every command', async () => {
    const known = Object.fromEntries(
      [...(await knownCommands())].map(([name, command]) => [name, valuesOf(command).sort()]),
    );
    const listed = Object.entries(wrong).map(([name, values]) => [name, Object.keys(values).sort()]);
    expect(Object.fromEntries(listed)).toEqual(known);
    expect(Object.keys(minimalInput).sort()).toEqual(Object.keys(known).sort());
  });
});

describe('A wrong value', () => {
  const values = Object.entries(wrong).flatMap(([name, options]) =>
    Object.entries(options).flatMap(([option, bad]) => (bad === anything ? [] : [{ name, option, bad }])),
  );

  it.each(values)('makes $name exit with 2: $option $bad', async ({ name, option, bad }) => {
    const message = await expectWrongUsage(commandLineOf(name, [option, bad]));
    expect(message).toContain(option.replace(/[<>]/g, ''));
  });

  const withKey = [['mcp'], ['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:9/']];

  it.each(withKey)('that is a key is not quoted: %s', async (...command) => {
    for (const key of ['rg_secret value', 'rg_secret\nvalue', 'rg_sécret', ''])
      expect(await expectWrongUsage([...command, '--key', key])).not.toMatch(/cret|value\b/);
  });

  it.each(withKey)('that is an address which no key may be sent to is refused: %s', async (...command) => {
    for (const url of [
      'http://regrove.example.com',
      'http://192.0.2.1:8080',
      'http://localhost.example.com',
      'http://127.0.0.1.example.com',
      'ftp://127.0.0.1',
      'https://regrove.example.com?x=1',
      'https://regrove.example.com/#x',
      'https://somebody:rg_secret@regrove.example.com',
      'regrove.example.com',
      '',
    ])
      expect(await expectWrongUsage([...command, '--key', 'rg_none', '--url', url])).not.toContain('rg_');
  });

  it('is refused in any position of a list', async () => {
    await expectWrongUsage(['jobs', 'retry', '1', 'x']);
    await expectWrongUsage(['jobs', 'discard', '1', '-2']);
  });
});

describe('Conflicting options', () => {
  const create = ['accounts', 'create', '--name', 'A', '--role'];
  it.each([
    ['a customer without a parent', [...create, 'customer'], /--parent/],
    ['a distributor with one', [...create, 'distributor', '--parent', id], /--parent/],
    [
      'an account and the installation',
      ['audit', 'list', '--account', id, '--installation'],
      /--installation/,
    ],
    [
      'an end before the beginning',
      ['audit', 'list', '--from', '2026-02-01', '--until', '2026-01-01'],
      /--from must be before --until/,
    ],
    ['CSV as one JSON value', ['invoices', 'export', '--format', 'csv', '--json'], /--output/],
    ['neither a picture nor its removal', ['projects', 'picture', 'A'], /--remove/],
    ['a picture and its removal', ['projects', 'picture', 'A', 'file', '--remove'], /--remove/],
  ])('exit with 2: %s', async (_, args, message) => {
    expect(await expectWrongUsage(args)).toMatch(message);
  });
});
