import type { AccountId } from '../accounts/account.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Database, Transaction } from '../../database/database.js';
import { lockAcrossNodes, shareAcrossNodes } from '../../database/reference-lock-store.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import { listStart, pageValues, selectNewestFirst, type PageRequest } from '../../database/paging.js';

export interface Server {
  readonly id: string;
  readonly accountId: AccountId;
  readonly type: string;
  readonly url: string;
  readonly username: string;
  readonly contact: string | null;
  readonly createdAt: Date;
}

export const serverFacts = auditedFields('type', 'url', 'username', 'contact');

const columns = 'id, account_id, type, url, username, contact, created_at';

const select = statement<Server>(`select ${columns} from servers where account_id = $1 and id = $2`);

export const findServer = (db: Database, account: AccountId, id: string): Promise<Server | undefined> =>
  db.first(select, [account, id]);

const selectPage = statement<Server>(selectNewestFirst(columns, 'servers'));

export const listServers = (db: Database, account: AccountId, page: PageRequest): Promise<Server[]> =>
  db.rows(selectPage, [account, ...pageValues(page, listStart.newestFirst)]);

const insert = statement<Server>(`
  insert into servers (account_id, id, type, url, username, contact, password_sealed, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`);

export type SealedServer = Server & { readonly passwordSealed: Buffer | null };

export async function insertServer(
  db: Transaction,
  account: AccountId,
  server: Omit<SealedServer, 'accountId'>,
): Promise<Server> {
  const { id, type, url, username, contact, passwordSealed, createdAt } = server;
  const [row] = await db.rows(insert, [account, id, type, url, username, contact, passwordSealed, createdAt]);
  return row as Server;
}

const update = statement<Server>(`
  update servers set url = coalesce($3, url), username = coalesce($4, username),
    password_sealed = coalesce($5, password_sealed), contact = coalesce($6, contact)
  where account_id = $1 and id = $2 returning ${columns}`);

/** Fields that are null stay as they are. */
export const updateServer = (
  db: Transaction,
  account: AccountId,
  id: string,
  {
    url,
    username,
    passwordSealed,
    contact,
  }: Pick<NullableServer, 'url' | 'username' | 'passwordSealed' | 'contact'>,
): Promise<Server | undefined> => db.first(update, [account, id, url, username, passwordSealed, contact]);

type NullableServer = { readonly [Field in keyof SealedServer]: SealedServer[Field] | null };

type LockedServer = Server & { readonly hasPassword: boolean };

const lock = statement<LockedServer>(`
  select ${columns}, password_sealed is not null as has_password from servers
  where account_id = $1 and id = $2 for update`);

/** Until the transaction ends, the server cannot be changed, and no feed can begin to use it. */
export async function lockServer(
  db: Transaction,
  account: AccountId,
  id: string,
): Promise<LockedServer | undefined> {
  await lockAcrossNodes(db, nameOf(id));
  return db.first(lock, [account, id]);
}

// A feed that uses the server may be on another node.
const nameOf = (id: string): string => `server ${id}`;

const remove = statement('delete from servers where account_id = $1 and id = $2');

export async function deleteServer(db: Transaction, account: AccountId, id: string): Promise<void> {
  await db.rows(remove, [account, id]);
}

const selectSome = crossAccountStatement<Pick<Server, 'id' | 'url'>>(
  'a feed may use a server of the account or of its ancestors',
  'select id, url from servers where account_id = any($1::uuid[]) and id = any($2::uuid[])',
);

/** By server id, for the servers that belong to one of the accounts. */
export const findServerUrls = async (
  db: Database,
  accounts: readonly AccountId[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await db.rows(selectSome, [accounts, ids])).map(({ id, url }) => [id, url]));

const selectInLineage = crossAccountStatement<SealedServer>(
  'a feed may use a server of the account or of its ancestors',
  `select ${columns}, password_sealed from servers where account_id = any($1::uuid[]) and id = $2`,
);

export const findServerInLineage = (
  db: Database,
  lineage: readonly AccountId[],
  id: string,
): Promise<SealedServer | undefined> => db.first(selectInLineage, [lineage, id]);

const keep = statement<SealedServer>(
  `select ${columns}, password_sealed from servers where account_id = $1 and id = $2 for key share`,
);

/** The server cannot be deleted until the transaction ends. */
export async function lockServerInLineage(
  db: Transaction,
  lineage: readonly AccountId[],
  id: string,
): Promise<SealedServer | undefined> {
  await shareAcrossNodes(db, nameOf(id));
  const found = await findServerInLineage(db, lineage, id);
  return found && db.first(keep, [found.accountId, id]);
}
