import { CommanderError, type Command } from 'commander';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperator, runInProcess, type Operator } from '../support/command-line.js';
import { leavesOf, parseCommand, wholeProgram, wordsOf } from '../support/every-command.js';

const env = { REGROVE_DATA_DIR: join(tmpdir(), 'regrove-no-such-folder', 'data') };

async function helpOf(words: readonly string[], settings: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await runInProcess([...words, '--help'], { ...env, ...settings });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** What stands in the help, without `npx regrove`. */
async function examplesOf(words: readonly string[]): Promise<string[]> {
  const [, printed = ''] = (await helpOf(words)).split(/^Examples?:\n/m);
  return printed
    .split('\n')
    .filter(Boolean)
    .map((line) => /^ {2}npx regrove (.+)$/.exec(line)?.[1] ?? `not an example: ${line}`);
}

/** Every command and group, with the words that lead to it. */
const pathsBelow = (command: Command, path: readonly string[] = []): (readonly string[])[] => [
  path,
  ...command.commands.flatMap((below) => pathsBelow(below, [...path, below.name()])),
];

describe('The help', () => {
  it('of every command and group has an example of it, in lines that fit a terminal', async () => {
    const paths = pathsBelow(await wholeProgram());
    expect(paths.length).toBeGreaterThan(100);
    for (const path of paths) {
      const examples = await examplesOf(path);
      expect({ path, examples: examples.length > 0 }).toEqual({ path, examples: true });
      if (path.length > 0)
        for (const example of examples) expect(`${example} `).toContain(`${path.join(' ')} `);
      const tooLong = (await helpOf(path)).split('\n').filter((line) => line.length > 100);
      expect({ path, tooLong }).toEqual({ path, tooLong: [] });
    }
  });

  it('has examples that this version understands', async () => {
    const program = await wholeProgram();
    for (const [name] of leavesOf(program)) {
      for (const example of await examplesOf(name.split(' '))) {
        const { started, error } = await parseCommand(program, example);
        // The file that would be restored is looked for before anything else.
        if (name === 'restore') expect(error).not.toBeInstanceOf(CommanderError);
        else expect({ example, error, started }).toEqual({ example, error: undefined, started: [name] });
      }
    }
  });

  it.each([
    ['carbon-credits import', 'project, serial, vintage_start, vintage_end, tonnes', 'type, standard'],
    ['carbon retirements record', 'serial, retired_on', 'tonnes, allocated_tonnes'],
    ['plantings import', 'project, reference, planted_on, trees, partner, species', 'polygon, survival'],
    ['users import', 'email', 'full_name, locale'],
  ])('of %s tells the columns of its file', async (command, required, optional) => {
    const help = (await helpOf(command.split(' '))).replaceAll(/\s+/g, ' ');
    expect(help).toContain(`must contain ${required} and may contain ${optional}`);
  });

  it('shows the command of the operator, if that is another', async () => {
    expect(await helpOf(['jobs'], { REGROVE_COMMAND: 'sudo regrove' })).toContain(
      '\nExamples:\n  sudo regrove jobs list --failed\n',
    );
  });

  it('lists the commands in groups', async () => {
    const help = await helpOf([]);
    const headings = [...help.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Options',
      'Installation',
      'Accounts',
      'Paper',
      'Trees and carbon',
      'Month-end and reports',
      'Transparency log',
      'Integrating and trying out',
      'Command line',
      'Examples',
    ]);
  });
});

describe('The examples', () => {
  let operator: Operator;
  let account: string;
  beforeAll(async () => {
    operator = await createOperator();
    account = (await operator.json('demo', 'seed')).distributor_id;
  });
  afterAll(() => operator.close());

  /** Those that need no file, no feed and no id but that of an account, and do not run forever. */
  it.each([
    'migrate',
    'jobs list',
    'mail list',
    'audit list',
    'accounts list',
    'accounts show',
    'accounts deactivate',
    'accounts activate',
    'accounts settings',
    'keys list',
    'users list',
    'users create',
    'users sign-in-link',
    'users permission',
    'users operator',
    'public-page show',
    'feeds list',
    'projects list',
    'carbon-projects list',
    'plantings list',
    'plantings photos',
    'methodology list',
    'methodology add',
    'methodology use',
    'carbon-credits list',
    'carbon fulfil',
    'carbon retirements list',
    'invoices list',
    'credit-notes list',
    'log key',
    'sandboxes create',
    'sandboxes list',
    'demo key',
    'completion',
  ])('of %s work with the demo', async (name) => {
    for (const example of await examplesOf(name.split(' '))) {
      const words = wordsOf(example).map((word) => (word === 'ID' ? account : word));
      const { code, stdout, stderr } = await operator.run(...words);
      expect({ example, code, stderr }).toEqual({ example, code: 0, stderr: '' });
      expect(stdout).not.toBe('');
    }
  });
});
