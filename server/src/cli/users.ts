import type { Command } from 'commander';
import { signInUrl } from '../messages/links.js';
import type { Database } from '../platform/db/database.js';
import { invalid, missing } from '../platform/errors.js';
import type { Instance } from '../platform/instance.js';
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
