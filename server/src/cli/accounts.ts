import { Option } from 'commander';
import { roles, rootRoles, type Account, type Role, type RootRole } from '../features/accounts/account.js';
import { expandAccount, listChildren } from '../features/accounts/account-store.js';
import { searchAllAccounts } from '../features/accounts/all-accounts-store.js';
import { changeAccountStatus } from '../features/accounts/change-account-status.js';
import { createChildAccount, createRootAccount, roleOfChild } from '../features/accounts/create-account.js';
import { nameSort } from '../features/accounts/name-sort.js';
import { commandHint } from '../platform/config/command-hint.js';
import type { Context } from '../database/context.js';
import type { Database } from '../database/database.js';
import { invalid } from '../platform/errors.js';
import type { Instance } from '../database/instance.js';
import { readPages } from '../database/paging.js';
import { presentAccount, presentExpandedAccount } from '../wire/account.js';
import { addAccountSettings } from './account-settings.js';
import type { Command } from './command.js';
import {
  describeFacts,
  onInstance,
  rejectIf,
  table,
  type CliEnvironment,
  type Outcome,
} from './command-line.js';
import { requireAccount } from './operator-input.js';
import { printBatches } from './print-batches.js';
import { readId, readLine } from './option-parsers.js';

export function addAccountCommands(program: Command, line: CliEnvironment): void {
  const accounts = program
    .command('accounts')
    .description('create, list and switch accounts, and set what only the operator may');
  onInstance(
    line,
    rejectIf(
      accounts
        .command('create')
        .description('create an account: a root, or with --parent one below another')
        .example('accounts create --name Evergreen --role distributor')
        .example('accounts create --name Bakery --role customer --parent ID')
        .requiredOption(
          '--name <name>',
          'unique among root accounts, or among the accounts of the parent',
          readLine,
        )
        .addOption(
          new Option('--role <role>', 'below a distributor a channel, below a channel a customer')
            .choices(roles)
            .makeOptionMandatory(),
        )
        .option('--parent <id>', 'the parent account; required for a customer', readId)
        .option('--display-name <name>', 'the name shown to people, if different', readLine)
        .option('--external-id <id>', 'your own id for it', readLine),
      parentProblem,
    ),
    create,
  );
  onInstance(
    line,
    accounts
      .command('list')
      .description('list all accounts by name')
      .example('accounts list')
      .example('accounts list --parent ID --json')
      .option('--parent <id>', 'only accounts directly below this one', readId),
    (instance, options: { parent?: string; json?: boolean }) => list(line, instance, options),
  );
  onInstance(
    line,
    accounts
      .command('show')
      .argument('<account>', 'its id', readId)
      .description('show one account, with its counters')
      .example('accounts show ID'),
    show,
  );
  onInstance(
    line,
    accounts
      .command('activate')
      .argument('<account>', 'its id', readId)
      .description('let an inactive account accept deposits again')
      .example('accounts activate ID'),
    ({ context }, id: string) => setStatus(context, id, 'active'),
  );
  onInstance(
    line,
    accounts
      .command('deactivate')
      .argument('<account>', 'its id', readId)
      .description('stop an account from accepting deposits')
      .example('accounts deactivate ID'),
    ({ context }, id: string) => setStatus(context, id, 'inactive'),
  );
  addAccountSettings(accounts, line);
}

interface CreateOptions {
  readonly name: string;
  readonly role: Role;
  readonly parent?: string;
  readonly displayName?: string;
  readonly externalId?: string;
}

const isRootRole = (role: Role): role is RootRole => rootRoles.some((one) => one === role);

function parentProblem(command: Command): string | undefined {
  const { role, parent } = command.opts<CreateOptions>();
  if (parent === undefined && !isRootRole(role)) return `a ${role} needs a parent: set --parent`;
  if (parent !== undefined && role === 'distributor')
    return 'a distributor cannot have a parent: omit --parent';
  return undefined;
}

async function create({ context, config }: Instance, options: CreateOptions): Promise<Outcome> {
  const { db, clock } = context;
  const { role, parent: parentId, ...names } = options;
  const created =
    parentId === undefined
      ? await createRootAccount(context, role as RootRole, names)
      : await createChildAccount(context, await requireParent(db, parentId, role), names);
  const account = await expandAccount(db, created.id, clock());
  return {
    value: presentExpandedAccount(account),
    text: `Created ${role} ${account.name}: ${account.id}\n\nTo create an API key for it:\n\n  ${commandHint(config, `keys create --account ${account.id}`)}`,
  };
}

async function requireParent(db: Database, id: string, role: Role): Promise<Account> {
  const parent = await requireAccount(db, id);
  const expected = roleOfChild(parent);
  if (role !== expected) throw invalid(`--role must be ${expected} below a ${parent.role}`);
  return parent;
}

async function list(
  line: CliEnvironment,
  { context: { db } }: Instance,
  { parent: parentId, json = false }: { parent?: string; json?: boolean },
): Promise<undefined> {
  const parent = parentId === undefined ? undefined : await requireAccount(db, parentId);
  const pages = readPages<Account>(
    (page) =>
      parent ? listChildren(db, parent.id, page) : searchAllAccounts(db, { text: '', isRoot: false }, page),
    ({ name, id }) => ({ sort: nameSort(name), id }),
  );
  return printBatches(line, pages, {
    json,
    toJson: (account) => JSON.stringify(presentAccount(account)),
    toTable: (accounts) =>
      table(
        ['id', 'name', 'role', 'status', 'external id', 'parent'],
        accounts.map(({ id, name, role, status, externalId, parentId: above }) => [
          id,
          name,
          role,
          status,
          externalId,
          above,
        ]),
      ),
    none: parent ? `There are no accounts below ${parent.name}.` : 'There are no accounts.',
  });
}

async function show({ context }: Instance, id: string): Promise<Outcome> {
  const value = await expanded(context, await requireAccount(context.db, id));
  return {
    value,
    text: describeFacts(
      Object.entries(value).map(([name, fact]) => [
        name.replaceAll('_', ' '),
        fact === null ? null : String(fact),
      ]),
    ),
  };
}

async function setStatus(context: Context, id: string, status: Account['status']): Promise<Outcome> {
  const account = await requireAccount(context.db, id);
  await changeAccountStatus(context, account.id, status);
  return {
    value: await expanded(context, account),
    text: `${account.name} is ${status}${account.status === status ? ', as before' : ''}`,
  };
}

const expanded = async ({ db, clock }: Context, { id }: Account) =>
  presentExpandedAccount(await expandAccount(db, id, clock()));
