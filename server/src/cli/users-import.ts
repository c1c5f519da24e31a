import type { Instance } from '../database/instance.js';
import { importUsers } from '../features/users/import-users.js';
import { describeColumns } from '../platform/text/csv-table.js';
import { readUserFile, userColumns } from '../wire/user-file.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment, type Outcome } from './command-line.js';
import { readText, requireAccount } from './operator-input.js';
import { pluralize } from './pluralize.js';
import { readId } from './option-parsers.js';

export function addUserImport(users: Command, line: CliEnvironment): void {
  onInstance(
    line,
    users
      .command('import')
      .argument('<file>', `its header ${describeColumns(userColumns)}`)
      .description('add users from a CSV file and send them invitations, all or nothing')
      .example('users import users.csv --account ID')
      .option('--account <id>', 'the account of lines that name none; others name accounts below it', readId),
    importFile,
  );
}

async function importFile(
  { context }: Instance,
  file: string,
  { account: accountId }: { account?: string },
): Promise<Outcome> {
  const account = accountId === undefined ? undefined : await requireAccount(context.db, accountId);
  const value = await importUsers(context, account?.id, await readUserFile(await readText(file)));
  const users = pluralize(value.created, 'user');
  const later = value.waiting > 0 ? `; ${value.waiting} of them wait, because of the limits of a day` : '';
  return {
    value,
    text: `${users} of ${pluralize(value.accounts, 'account')} created, invitations are on their way${later}`,
  };
}
