import { Argument, type Command } from 'commander';
import { signInUrl } from '../messages/links.js';
import type { Database } from '../platform/db/database.js';
import { invalid, missing } from '../platform/errors.js';
import type { Instance } from '../platform/instance.js';
import { changeUser } from '../users/change-user.js';
import { createSignInLink } from '../users/sign-in-link.js';
import { findUsersByEmail, type User } from '../users/user-store.js';
import { onInstance, type CommandLine, type Outcome } from './command-line.js';
import { requireAccount } from './operator-input.js';

export function addUserCommands(program: Command, line: CommandLine): void {
  const users = program.command('users').description('people who sign in');
  onInstance(
    line,
    users
      .command('sign-in-link')
      .description('a link that signs a user in, once, within 15 minutes')
      .requiredOption('--email <address>')
      .option('--account <id>', 'for an address that is a user of several')
      .option('--mail', 'send it to the user, too'),
    signInLink,
  );
  onInstance(
    line,
    users
      .command('operator')
      .description('mark a user as one of those who run this installation, or not any more')
      .addArgument(new Argument('<state>').choices(['on', 'off']))
      .requiredOption('--email <address>')
      .option('--account <id>', 'for an address that is a user of several'),
    setOperator,
  );
}

async function signInLink(
  { context }: Instance,
  { email, account, mail }: { email: string; account?: string; mail?: boolean },
): Promise<Outcome> {
  const user = await requireUser(context.db, email.trim(), account);
  const { token } = await createSignInLink(context, user, { isSent: mail === true });
  const url = signInUrl(context.baseUrl(), token);
  return { value: { url }, text: url };
}

async function setOperator(
  { context }: Instance,
  state: 'on' | 'off',
  { email, account }: { email: string; account?: string },
): Promise<Outcome> {
  const { accountId, id } = await requireUser(context.db, email.trim(), account);
  const user = await changeUser(context, accountId, id, { isOperator: state === 'on' });
  const { email: address, isOperator } = user;
  return {
    value: { id, account_id: accountId, email: address, is_operator: isOperator },
    text: `${address} is ${isOperator ? 'an operator' : 'no operator'}`,
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
  throw invalid(`${email} is a user of several accounts; name one of them with --account:${accounts}`);
}
