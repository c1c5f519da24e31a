import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

/** A root account in a schema of its own, with a clock of its own. */
export interface Sandbox {
  readonly id: string;
  /** The live root account that it belongs to; null: the operator's. */
  readonly ownerId: AccountId | null;
  readonly name: string;
  /** The root account in the sandbox. */
  readonly accountId: AccountId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const columns = 'id, owner_id, name, root_id as account_id, created_at, expires_at';

const lock = statement("select pg_advisory_xact_lock(hashtextextended('sandboxes', 0))");

/** Sandboxes are counted and added one at a time. */
export async function lockSandboxes(tx: Transaction): Promise<void> {
  await tx.rows(lock);
}

const count = statement<{ ofOwner: number; all: number }>(
  'select count(*) filter (where owner_id = $1) as of_owner, count(*) as all from sandboxes',
);

export const countSandboxes = async (
  db: Database,
  owner: AccountId | null,
): Promise<{ readonly ofOwner: number; readonly all: number }> =>
  (await db.first(count, [owner])) ?? { ofOwner: 0, all: 0 };

const insert = statement(`
  insert into sandboxes (id, owner_id, name, root_id, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`);

export async function insertSandbox(tx: Transaction, sandbox: Sandbox): Promise<void> {
  const { id, ownerId, name, accountId, createdAt, expiresAt } = sandbox;
  await tx.rows(insert, [id, ownerId, name, accountId, createdAt, expiresAt]);
}

const select = statement<Sandbox>(`select ${columns} from sandboxes where id = $1`);

/** Whoever has its key, or is its owner, may use it: callers check that. */
export const findSandbox = (db: Database, id: string): Promise<Sandbox | undefined> => db.first(select, [id]);

const selectOfOwner = statement<Sandbox>(
  `select ${columns} from sandboxes where owner_id = $1 order by created_at desc, id desc`,
);

/** Newest first. There are few. */
export const listSandboxes = (db: Database, owner: AccountId): Promise<Sandbox[]> =>
  db.rows(selectOfOwner, [owner]);

const selectAll = statement<Sandbox>(`select ${columns} from sandboxes order by created_at desc, id desc`);

export const listAllSandboxes = (db: Database): Promise<Sandbox[]> => db.rows(selectAll);

const remove = statement<{ id: string }>('delete from sandboxes where id = $1 returning id');

export const deleteSandboxRow = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.first(remove, [id])) !== undefined;

const selectExpired = statement<{ id: string }>('select id from sandboxes where expires_at < $1');

export const listExpiredSandboxes = async (db: Database, before: Date): Promise<string[]> =>
  (await db.rows(selectExpired, [before])).map(({ id }) => id);
