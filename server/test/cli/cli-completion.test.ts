import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revisionNames } from '../../src/wire/revisions/index.js';
import { locales } from '../../src/messages/locales.js';
import { runInProcess } from '../support/command-line.js';
import { knownCommands } from '../support/every-command.js';
import {
  completeInBash,
  completeInFish,
  completeInZsh,
  typeInBash,
  type Complete,
} from '../support/shells.js';
import { findSystemProgram } from '../support/system-programs.js';

const bashCompletion = '/usr/share/bash-completion/bash_completion';
const python = findSystemProgram('python3');
const shells: { shell: string; complete: Complete }[] = [
  { shell: 'bash', complete: completeInBash },
  { shell: 'zsh', complete: completeInZsh },
  { shell: 'fish', complete: completeInFish },
];

let folder: string;
const scriptFor = (shell: string): string => join(folder, `completion.${shell}`);
/** There is no installation, and nothing creates one. */
const env = { REGROVE_DATA_DIR: join(tmpdir(), 'regrove-no-such-folder', 'data') };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'completion-'));
  for (const { shell } of shells) {
    const { code, stdout, stderr } = await runInProcess(['completion', shell], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await writeFile(scriptFor(shell), stdout);
  }
  await writeFile(join(folder, 'october.backup'), '');
  await mkdir(join(folder, 'oct folder'));
});
afterAll(() => rm(folder, { recursive: true }));

const files = ['oct folder', 'october.backup'];

const completed: readonly [string, readonly string[]][] = [
  ['regrove mon', ['month']],
  ['regrove month ', ['bill', 'close', 'help']],
  ['regrove carbon retirements re', ['reconcile', 'record']],
  ['regrove help met', ['methodology']],
  ['regrove completion ', ['bash', 'fish', 'zsh']],
  ['regrove accounts create --r', ['--role']],
  ['regrove accounts create --role ', ['channel', 'customer', 'distributor']],
  ['regrove accounts create --role=c', ['channel', 'customer']],
  ['regrove accounts create --name create --pa', ['--parent']],
  ['regrove keys create --revision ', [...revisionNames].sort()],
  ['regrove users create --locale ', [...locales].sort()],
  ['regrove users permission ', ['full', 'restricted']],
  ['regrove users permission --email a@example.com ', ['full', 'restricted']],
  ['regrove webhooks listen --events certificate.is', ['certificate.issued']],
  ['regrove webhooks listen --events order.placed,order.d', ['order.deleted']],
  // Files, where one is meant.
  ['regrove backup oct', files],
  ['regrove invoices export --format csv --output oct', files],
  ['regrove plantings photo HB-1 oct', files],
  ['regrove verify first.pdf second.pdf oct', files],
  // Nothing, where only the person knows, or nothing can follow.
  ['regrove plantings photo oct', []],
  ['regrove accounts create --name oct', []],
  ['regrove accounts create oct', []],
  ['regrove users permission full f', []],
  ['regrove nothing ', []],
  ['regrove accounts create --vers', []],
  // In a checkout, and where the package is installed.
  ['npx regrove jobs ret', ['retry']],
  ['npx regrove mail list --state fa', ['failed']],
  ['npx regrov', ['regrove']],
];

describe.each(shells)('The completion for $shell', ({ shell, complete }) => {
  const { missing } = findSystemProgram(shell);

  it.skipIf(missing)('offers commands, options, values and files', async () => {
    const offers = await complete(
      scriptFor(shell),
      folder,
      completed.map(([line]) => line),
    );
    expect(completed.map(([line], index) => [line, offers[index]])).toEqual(completed);
  });

  it.skipIf(missing)('knows every option of every command', async () => {
    const commands = [...(await knownCommands())];
    const offers = await complete(
      scriptFor(shell),
      folder,
      commands.map(([name]) => `regrove ${name} --`),
    );
    expect(Object.fromEntries(commands.map(([name], index) => [name, offers[index]]))).toEqual(
      Object.fromEntries(
        commands.map(([name, command]) => [
          name,
          ['--help', ...command.options.map((option) => option.long ?? '')].sort(),
        ]),
      ),
    );
  });
});

describe.skipIf(findSystemProgram('bash').missing || python.missing)('In an interactive bash', () => {
  const printsItsArguments = `regrove() { printf '<%s>' "$@"; echo; }`;

  it('Tab completes a line', async () => {
    const shown = await typeInBash(
      [
        `source ${scriptFor('bash')}`,
        `cd ${folder}`,
        printsItsArguments,
        'regrove accounts create --role=di\t',
        'regrove rest\toct\\ \t',
        'npx() { "$@"; }',
        'npx regrove mon\tcl\t2026-10',
      ],
      {},
    );
    expect(shown).toContain('<accounts><create><--role=distributor>');
    expect(shown).toContain('<restore><oct folder/>');
    expect(shown).toContain('<month><close><2026-10>');
  });

  it.skipIf(!existsSync(bashCompletion) && process.env['CI'] !== 'true')(
    'the package bash-completion finds the script, also after sudo',
    async () => {
      await mkdir(join(folder, 'completions'));
      await writeFile(
        join(folder, 'completions', 'regrove'),
        (await runInProcess(['completion', 'bash'], env)).stdout,
      );
      const shown = await typeInBash(
        [
          `source ${bashCompletion}`,
          printsItsArguments,
          'sudo() { "$@"; }',
          'regrove mon\tcl\t2026-10',
          'sudo regrove public-page en\t--sl\tevergreen',
        ],
        { BASH_COMPLETION_USER_DIR: folder },
      );
      expect(shown).toContain('<month><close><2026-10>');
      expect(shown).toContain('<public-page><enable><--slug><evergreen>');
    },
  );
});

describe('completion', () => {
  it.each([[[]], [['tcsh']], [['constructor']]])('refuses other shells: %j', async (args) => {
    const { code, stdout, stderr } = await runInProcess(['completion', ...args], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: .*shell/);
  });

  it('contains nothing that a shell would run: descriptions are quoted', async () => {
    for (const { shell } of shells) {
      const { stdout } = await runInProcess(['completion', shell], env);
      const unquoted = stdout.replace(/^#.*$/gm, '').replace(/'(?:[^'\\]|\\.|'\\''){0,400}'/g, '');
      expect(unquoted).not.toMatch(/`/);
    }
  });
});
