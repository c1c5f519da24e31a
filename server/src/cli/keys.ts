import { Option } from 'commander';
import type { Account } from '../features/accounts/account.js';
import { createFeedKey } from '../features/feeds/create-feed-key.js';
import { createKey } from '../features/keys/create-key.js';
import { scopeKinds, type ScopeKind } from '../features/keys/key-scope.js';
import { listKeys, type ApiKey } from '../features/keys/key-store.js';
import { updateAnyKey } from '../features/keys/update-key.js';
import { revokeAnyKey } from '../features/keys/revoke-key.js';
import type { Instance } from '../database/instance.js';
import { defaultRevision, revisionNames } from '../wire/revisions/index.js';
import { presentKey } from '../wire/dashboard/key.js';
import type { Command } from './command.js';
import { onInstance, rejectIf, table, type CliEnvironment, type Outcome } from './command-line.js';
import { requireAccount } from './operator-input.js';
import { readId, readLine } from './option-parsers.js';

export function addKeyCommands(program: Command, line: CliEnvironment): void {
  const keys = program.command('keys').description('create, list, change and revoke API keys');
  const creation = keys
    .command('create')
    .description('create an API key; it is shown this once')
    .example('keys create --account ID --name Shop')
    .example('keys create --account ID --scope readings --feed ID')
    .requiredOption('--account <id>', 'the account of the key', readId)
    .addOption(
      new Option('--revision <revision>', 'the API revision that the key is pinned to')
        .choices(revisionNames)
        .default(defaultRevision),
    )
    .option('--name <name>', 'a name to tell keys apart', nameOrNone)
    .addOption(
      new Option('--scope <scope>', 'what the key is limited to; default: nothing').choices([...scopeKinds]),
    )
    .option('--feed <id>', 'the only feed that the key may send readings of', readId)
    .option('--mcp-write', 'let programs that use the key by MCP change something, too; see docs/mcp.md');
  onInstance(line, rejectIf(creation, scopeProblem), create);
  onInstance(
    line,
    keys
      .command('list')
      .description("an account's keys")
      .example('keys list --account ID')
      .requiredOption('--account <id>', 'whose', readId),
    list,
  );
  onInstance(
    line,
    keys
      .command('update')
      .argument('<key-id>', 'as `keys list` shows it', readId)
      .description('change a key, for requests from now on')
      .example('keys update ID --mcp-write on')
      .addOption(
        new Option('--mcp-write <state>', 'whether programs that use the key by MCP may change something')
          .choices(['on', 'off'])
          .makeOptionMandatory(),
      ),
    update,
  );
  onInstance(
    line,
    keys
      .command('revoke')
      .argument('<key-id>', 'as `keys list` shows it', readId)
      .description('revoke a key immediately')
      .example('keys revoke ID'),
    revoke,
  );
}

interface CreateOptions {
  readonly account: string;
  readonly revision: string;
  readonly name?: string;
  readonly scope?: ScopeKind;
  readonly feed?: string;
  readonly mcpWrite?: boolean;
}

function scopeProblem(given: Command): string | undefined {
  const { scope, feed } = given.opts<CreateOptions>();
  return (scope === undefined) === (feed === undefined) ? undefined : '--scope and --feed go together';
}

async function create(
  { context }: Instance,
  { account: accountId, revision, name = '', feed, mcpWrite = false }: CreateOptions,
): Promise<Outcome> {
  const account = await requireAccount(context.db, accountId);
  const named = { name: name === '' ? null : name, revision, mcpWrite };
  const { id, key } =
    feed === undefined
      ? await createKey(context, account.id, named)
      : await createFeedKey(context, account.id, feed, named);
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
      ['id', 'name', 'revision', 'only for', 'by mcp', 'created', 'last used', 'revoked'],
      keys.map((key) => [
        key.id,
        key.name,
        key.revision,
        key.scope && `${key.scope.kind} of feed ${key.scope.feed_id}`,
        key.mcp_write ? 'reads and writes' : 'reads',
        key.created_at,
        key.last_used_at,
        key.revoked_at,
      ]),
    ),
  };
}

interface UpdateOptions {
  readonly mcpWrite: 'on' | 'off';
}

async function update({ context }: Instance, id: string, { mcpWrite }: UpdateOptions): Promise<Outcome> {
  const key = await updateAnyKey(context, id, { mcpWrite: mcpWrite === 'on' });
  return {
    value: present(key),
    text: `By MCP, key ${id} ${key.mcpWrite ? 'reads and writes' : 'only reads'} from now on`,
  };
}

async function revoke({ context }: Instance, id: string): Promise<Outcome> {
  return { value: present(await revokeAnyKey(context, id)), text: `Revoked key ${id}` };
}

const present = (key: ApiKey) => ({ account_id: key.accountId, ...presentKey(key) });
