import { Argument, Option } from 'commander';
import { signInUrl } from '../messages/links.js';
import { defaultLocale, locales, type Locale } from '../messages/locales.js';
import type { Database } from '../database/database.js';
import { invalid, missing } from '../platform/errors.js';
import type { Instance } from '../database/instance.js';
import { readPages } from '../database/paging.js';
import { changeUser } from '../features/users/change-user.js';
import { createUser } from '../features/users/create-user.js';
import { defaultPermission, permissions, type Permission } from '../features/users/permission.js';
import { deleteUser } from '../features/users/delete-user.js';
import { createSignInLink } from '../features/users/sign-in-link.js';
import {
  findAnyUser,
  findUsersByEmail,
  findMember,
  listMembers,
  type Member,
  type User,
} from '../features/users/user-store.js';
import { presentListedUser } from '../wire/dashboard/listed-user.js';
import { deleted } from '../wire/fields.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { requireAccount } from './operator-input.js';
import { printBatches } from './print-batches.js';
import { addUserImport } from './users-import.js';
import { readEmail, readId, readLine } from './option-parsers.js';

export function addUserCommands(program: Command, line: CliEnvironment): void {
  const users = program.command('users').description('manage users');
  onInstance(
    line,
    users
      .command('list')
      .description("an account's users")
      .example('users list --account ID')
      .requiredOption('--account <id>', 'whose', readId),
    (instance, options: { account: string; json?: boolean }) => list(line, instance, options),
  );
  onInstance(
    line,
    users
      .command('create')
      .description('add a user to an account, and send an invitation')
      .example('users create --account ID --email new@evergreen-print.example --locale fr')
      .requiredOption('--account <id>', 'the account of the user', readId)
      .requiredOption('--email <address>', 'the address that the invitation is sent to', readEmail)
      .addOption(
        new Option('--locale <locale>', 'language of mails and dashboard')
          .choices(locales)
          .default(defaultLocale),
      )
      .option('--full-name <name>', "the person's name", readLine)
      .addOption(
        new Option('--permission <permission>', 'whether the user may change something in the dashboard')
          .choices(permissions)
          .default(defaultPermission),
      ),
    create,
  );
  addUserImport(users, line);
  onInstance(
    line,
    users
      .command('delete')
      .argument('<user-id>', 'as `users list` shows it', readId)
      .description('delete a user: links and sessions end immediately')
      .example('users delete ID'),
    remove,
  );
  onInstance(
    line,
    users
      .command('sign-in-link')
      .description('create a link that signs a user in once, within 15 minutes')
      .example('users sign-in-link --email office@evergreen-print.example')
      .requiredOption('--email <address>', 'of the user', readEmail)
      .option('--account <id>', 'if the address is a user of several accounts', readId)
      .option('--mail', 'also send it to the user'),
    signInLink,
  );
  onInstance(
    line,
    users
      .command('permission')
      .description('let a user change everything in the dashboard, or only read')
      .example('users permission restricted --email office@evergreen-print.example')
      .addArgument(new Argument('<permission>').choices(permissions))
      .requiredOption('--email <address>', 'of the user', readEmail)
      .option('--account <id>', 'if the address is a user of several accounts', readId),
    setPermission,
  );
  onInstance(
    line,
    users
      .command('operator')
      .description('make a user an operator of this installation, or undo it')
      .example('users operator on --email office@evergreen-print.example')
      .addArgument(new Argument('<state>').choices(['on', 'off']))
      .requiredOption('--email <address>', 'of the user', readEmail)
      .option('--account <id>', 'if the address is a user of several accounts', readId),
    setOperator,
  );
}

async function list(
  line: CliEnvironment,
  { context: { db } }: Instance,
  { account: accountId, json = false }: { account: string; json?: boolean },
): Promise<undefined> {
  const account = await requireAccount(db, accountId);
  const pages = readPages(
    (page) => listMembers(db, account.id, page),
    ({ createdAt, id }) => ({ sort: createdAt, id }),
  );
  return printBatches(line, pages, {
    json,
    toJson: (member) => JSON.stringify(present(member)),
    toTable: (members) =>
      table(
        ['id', 'email', 'name', 'locale', 'permission', 'created', 'accepted', 'operator'],
        members
          .map(present)
          .map((one) => [
            one.id,
            one.email,
            one.full_name,
            one.locale,
            one.permission,
            one.created_at,
            one.accepted_at,
            one.is_operator ? 'yes' : 'no',
          ]),
      ),
    none: `There are no users of ${account.name}.`,
  });
}

const present = (member: Member) => ({ ...presentListedUser(member), is_operator: member.isOperator });

interface CreateOptions {
  readonly account: string;
  readonly email: string;
  readonly locale: Locale;
  readonly fullName?: string;
  readonly permission: Permission;
}

async function create(
  { context }: Instance,
  { account: accountId, email, locale, fullName, permission }: CreateOptions,
): Promise<Outcome> {
  const account = await requireAccount(context.db, accountId);
  const user = await createUser(context, account.id, { email, locale, fullName, permission });
  const member = await findMember(context.db, account.id, user.id);
  if (!member) throw missing(`User ${user.id} was deleted at once`);
  return {
    value: present(member),
    text: `Created user ${user.email} of ${account.name}: ${user.id}. An invitation is on its way`,
  };
}

async function remove({ context }: Instance, id: string): Promise<Outcome> {
  const user = await findAnyUser(context.db, id);
  if (!user) throw missing(`There is no user ${id}`);
  await deleteUser(context, user.accountId, user.id);
  return { value: deleted(user.id), text: `Deleted user ${user.email}` };
}

async function signInLink(
  { context }: Instance,
  { email, account, mail }: { email: string; account?: string; mail?: boolean },
): Promise<Outcome> {
  const user = await requireUser(context.db, email, account);
  const { token } = await createSignInLink(context, user, { isSent: mail === true });
  const url = signInUrl(context.baseUrl(), token);
  return { value: { url }, text: url };
}

async function setOperator(
  { context }: Instance,
  state: 'on' | 'off',
  { email, account }: { email: string; account?: string },
): Promise<Outcome> {
  const { accountId, id } = await requireUser(context.db, email, account);
  const user = await changeUser(context, accountId, id, { isOperator: state === 'on' });
  const { email: address, isOperator } = user;
  return {
    value: { id, account_id: accountId, email: address, is_operator: isOperator },
    text: `${address} is ${isOperator ? 'an operator' : 'no operator'}`,
  };
}

async function setPermission(
  { context }: Instance,
  permission: Permission,
  { email, account }: { email: string; account?: string },
): Promise<Outcome> {
  const { accountId, id } = await requireUser(context.db, email, account);
  const user = await changeUser(context, accountId, id, { permission });
  return {
    value: { id, account_id: accountId, email: user.email, permission: user.permission },
    text: `${user.email} has ${user.permission} permission`,
  };
}

async function requireUser(db: Database, email: string, accountId: string | undefined): Promise<User> {
  const account = accountId === undefined ? undefined : await requireAccount(db, accountId);
  const found = await findUsersByEmail(db, email);
  const users = account ? found.filter((user) => user.accountId === account.id) : found;
  const [user, ...others] = users;
  if (!user) throw missing(`There is no user ${email}${account ? ` of ${account.name}` : ''}`);
  if (others.length === 0) return user;
  const accounts = users.map((one) => `\n  ${one.accountId}  ${one.accountName}`).join('');
  throw invalid(`${email} is a user of several accounts; choose one with --account:${accounts}`);
}
