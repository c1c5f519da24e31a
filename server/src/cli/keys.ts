import { Option, type Command } from 'commander';
import type { Account } from '../features/accounts/account.js';
import { createKey } from '../features/keys/create-key.js';
import { listKeys, type ApiKey } from '../features/keys/key-store.js';
import { revokeAnyKey } from '../features/keys/revoke-key.js';
import type { Instance } from '../database/instance.js';
import { defaultRevision, revisionNames } from '../wire/revisions/index.js';
import { presentKey } from '../wire/dashboard/key.js';
import { onInstance, table, type CommandLine, type Outcome } from './command-line.js';
import { requireAccount } from './operator-input.js';
import { readId, readLine } from './values.js';

export function addKeyCommands(program: Command, line: CommandLine): void {
  const keys = program.command('keys').description('create, list and revoke API keys');
  onInstance(
    line,
    keys
      .command('create')
      .description('create an API key; it is shown this once')
      .requiredOption('--account <id>', 'the account of the key', readId)
      .addOption(
        new Option('--revision <revision>', 'the API revision that the key is pinned to')
          .choices(revisionNames)
          .default(defaultRevision),
      )
      .option('--name <name>', 'a name to tell keys apart', nameOrNone),
    create,
  );
  onInstance(
    line,
    keys.command('list').description("an account's keys").requiredOption('--account <id>', 'whose', readId),
    list,
  );
  onInstance(
    line,
    keys
      .command('revoke')
      .argument('<key-id>', 'as `keys list` shows it', readId)
      .description('revoke a key immediately'),
    revoke,
  );
}

async function create(
  { context }: Instance,
  { account: accountId, revision, name = '' }: { account: string; revision: string; name?: string },
): Promise<Outcome> {
  const account = await requireAccount(context.db, accountId);
  const { id, key } = await createKey(context, account.id, { name: name === '' ? null : name, revision });
  return newKey({ id, key, account, revision });
}

/** The key is only shown here. */
export const newKey = ({
  id,
  key,
  account,
  revision,
}: {
  readonly id: string;
  readonly key: string;
  readonly account: Pick<Account, 'id' | 'name'>;
  readonly revision: string;
}): Outcome => ({
  value: { id, key, account_id: account.id, revision },
  text: `${key}\n\nThis is key ${id} of ${account.name}. It will not be shown again.`,
});

const nameOrNone = (text: string): string => (text.trim() === '' ? '' : readLine(text));

async function list({ context }: Instance, options: { account: string }): Promise<Outcome> {
  const account = await requireAccount(context.db, options.account);
  const keys = (await listKeys(context.db, account.id)).map(present);
  return {
    value: keys,
    text: table(
      ['id', 'name', 'revision', 'created', 'last used', 'revoked'],
      keys.map((key) => [key.id, key.name, key.revision, key.created_at, key.last_used_at, key.revoked_at]),
    ),
  };
}

async function revoke({ context }: Instance, id: string): Promise<Outcome> {
  return { value: present(await revokeAnyKey(context, id)), text: `Revoked key ${id}` };
}

const present = (key: ApiKey) => ({ account_id: key.accountId, ...presentKey(key) });
