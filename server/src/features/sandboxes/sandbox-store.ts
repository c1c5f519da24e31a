import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
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

export interface SandboxCounts {
  readonly ofOwner: number;
  /** Including deleted ones whose schema is not dropped yet. */
  readonly all: number;
  /** That the owner has created in the last hour, whatever became of them. */
  readonly recent: number;
  readonly building: number;
}

const count = statement<SandboxCounts>(`
  select count(*) filter (where owner_id = $1 and state in ('building', 'ready')) as of_owner,
    count(*) filter (where state <> 'dropped') as all,
    count(*) filter (where owner_id = $1 and created_at > $2) as recent,
    count(*) filter (where state = 'building' and created_at > $3) as building
  from sandboxes`);

export async function countSandboxes(
  tx: Transaction,
  owner: AccountId | null,
  now: Date,
): Promise<SandboxCounts> {
  const counts = await tx.first(count, [owner, before(now, countedMs), before(now, buildingMs)]);
  if (!counts) throw new Error('Nothing was counted');
  return counts;
}

/** How long a creation counts. */
const countedMs = 3_600_000;
/** Creating one takes seconds. Then it has been interrupted. */
const buildingMs = 300_000;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Of a sandbox that is not built yet. */
export type Reservation = Omit<Sandbox, 'accountId'>;

const reserve = statement(`
  insert into sandboxes (id, owner_id, name, state, created_at, expires_at) values ($1, $2, $3, 'building', $4, $5)`);

export async function reserveSandbox(tx: Transaction, reservation: Reservation): Promise<void> {
  const { id, ownerId, name, createdAt, expiresAt } = reservation;
  await tx.rows(reserve, [id, ownerId, name, createdAt, expiresAt]);
}

const finish = statement<{ id: string }>(`
  update sandboxes set state = 'ready', root_id = $2, name = $3 where id = $1 and state = 'building' returning id`);

/** From now on it can be used. Returns false if it was given up meanwhile. */
export const setSandboxReady = async (tx: Transaction, { id, accountId, name }: Sandbox): Promise<boolean> =>
  (await tx.first(finish, [id, accountId, name])) !== undefined;

const select = statement<Sandbox>(`select ${columns} from sandboxes where id = $1 and state = 'ready'`);

/** Whoever has its key, or is its owner, may use it: callers check that. */
export const findSandbox = (db: Database, id: string): Promise<Sandbox | undefined> => db.first(select, [id]);

const selectSome = statement<Sandbox>(
  `select ${columns} from sandboxes where id = any($1::uuid[]) and state = 'ready'`,
);

export const findSandboxes = (db: Database, ids: readonly string[]): Promise<Sandbox[]> =>
  db.rows(selectSome, [ids]);

const selectPage = statement<Sandbox>(`
  select ${columns} from sandboxes where owner_id = $1 and state = 'ready' and (created_at, id) < ($2, $3)
  order by created_at desc, id desc limit $4`);

/** Newest first. */
export const pageOfSandboxes = (db: Database, owner: AccountId, page: PageRequest): Promise<Sandbox[]> =>
  db.rows(selectPage, [owner, ...pageValues(page, listStart.newestFirst)]);

const selectAll = statement<Sandbox>(
  `select ${columns} from sandboxes where state = 'ready' order by created_at desc, id desc`,
);

/** Newest first. */
export const listAllSandboxes = (db: Database): Promise<Sandbox[]> => db.rows(selectAll);

const remove = statement<{ id: string }>(`
  update sandboxes set state = 'deleted' where id = $1 and state = $2 returning id`);

/** From now on nobody can use it. Returns false if it is in another state. */
export const setSandboxDeleted = async (
  tx: Transaction,
  id: string,
  from: 'ready' | 'building' = 'ready',
): Promise<boolean> => (await tx.first(remove, [id, from])) !== undefined;

const setDropped = statement("update sandboxes set state = 'dropped' where id = $1 and state = 'deleted'");

/** Its schema no longer exists. */
export async function setSandboxDropped(db: Database, id: string): Promise<void> {
  await db.rows(setDropped, [id]);
}

const forget = statement("delete from sandboxes where state = 'dropped' and created_at <= $1");

/** Those that no longer count. */
export async function deleteDroppedSandboxes(db: Database, now: Date): Promise<void> {
  await db.rows(forget, [before(now, countedMs)]);
}

const selectInterrupted = statement<{ id: string }>(
  "select id from sandboxes where state = 'building' and created_at <= $1",
);

/** Whose creation has been interrupted. */
export const listInterruptedSandboxes = async (db: Database, now: Date): Promise<string[]> =>
  (await db.rows(selectInterrupted, [before(now, buildingMs)])).map(({ id }) => id);

const selectUndropped = statement<{ id: string; state: string }>(
  "select id, state from sandboxes where state <> 'dropped'",
);

/** Those that have a schema, or are about to have one. */
export const listUndropped = (db: Database): Promise<{ readonly id: string; readonly state: string }[]> =>
  db.rows(selectUndropped);

const selectExpired = statement<{ id: string }>(
  "select id from sandboxes where state = 'ready' and expires_at < $1",
);

export const listExpiredSandboxes = async (db: Database, before: Date): Promise<string[]> =>
  (await db.rows(selectExpired, [before])).map(({ id }) => id);
