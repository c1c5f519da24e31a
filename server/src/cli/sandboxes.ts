import { createSandbox } from '../features/sandboxes/create-sandbox.js';
import { deleteSandbox } from '../features/sandboxes/delete-sandbox.js';
import { listAllSandboxes } from '../features/sandboxes/sandbox-store.js';
import type { Instance } from '../database/instance.js';
import { defaultRevision } from '../wire/revisions/index.js';
import { presentCreatedSandbox, presentSandbox } from '../wire/sandbox.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { readId, readLine, wholeNumber } from './option-parsers.js';

const maxDays = 365;

export function addSandboxCommands(program: Command, line: CliEnvironment): void {
  const sandboxes = program
    .command('sandboxes')
    .description('create, list and delete sandboxes: accounts with a clock of their own');
  onInstance(
    line,
    sandboxes
      .command('create')
      .description('create a sandbox; its key is shown this once')
      .example('sandboxes create --name "For the training" --days 90')
      .option('--name <name>', 'the name of its root account', readLine)
      .option('--days <days>', 'when it closes, in days', wholeNumber(1, maxDays), 30),
    create,
  );
  onInstance(
    line,
    sandboxes.command('list').description('all sandboxes, newest first').example('sandboxes list'),
    list,
  );
  onInstance(
    line,
    sandboxes
      .command('delete')
      .argument('<sandbox-id>', 'as `sandboxes list` shows it', readId)
      .description('delete a sandbox with everything in it')
      .example('sandboxes delete ID'),
    remove,
  );
}

async function create(
  { context }: Instance,
  { name, days }: { name?: string; days: number },
): Promise<Outcome> {
  const sandbox = presentCreatedSandbox(
    await createSandbox(context, { name, days, revision: defaultRevision }),
  );
  return {
    value: sandbox,
    text:
      `${sandbox.key}\n\nThis is a key of the root account ${sandbox.account_id} of sandbox ${sandbox.id}. ` +
      `It will not be shown again. The sandbox closes at ${sandbox.expires_at}.`,
  };
}

async function list({ context }: Instance): Promise<Outcome> {
  const sandboxes = (await listAllSandboxes(context.db)).map((sandbox) => ({
    ...presentSandbox(sandbox),
    owner_id: sandbox.ownerId,
  }));
  return {
    value: sandboxes,
    text: table(
      ['id', 'name', 'owner', 'created', 'expires'],
      sandboxes.map((one) => [one.id, one.name, one.owner_id, one.created_at, one.expires_at]),
    ),
  };
}

async function remove({ context }: Instance, id: string): Promise<Outcome> {
  await deleteSandbox(context, id);
  return { value: { id, deleted: true }, text: `Deleted sandbox ${id}` };
}
