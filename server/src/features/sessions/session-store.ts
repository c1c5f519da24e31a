import type { Account, AccountId } from '../accounts/account.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Permission } from '../users/permission.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';

export interface Session {
  readonly id: string;
  readonly accountId: AccountId;
  readonly userId: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  /** Until a passkey is added, the session can do nothing else. */
  readonly awaitsPasskey: boolean;
}

export const sessionFacts = auditedFields('userId');

const columns = 'id, account_id, user_id, user_agent, created_at, last_seen_at, expires_at, awaits_passkey';

const insert = statement<Session>(`
  insert into sessions (account_id, id, user_id, hash, user_agent, created_at, last_seen_at, expires_at, awaits_passkey)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`);

export async function insertSession(
  db: Transaction,
  session: Session & { readonly hash: Buffer },
): Promise<Session> {
  const { accountId, id, userId, hash, userAgent, createdAt, lastSeenAt, expiresAt, awaitsPasskey } = session;
  const values = [accountId, id, userId, hash, userAgent, createdAt, lastSeenAt, expiresAt, awaitsPasskey];
  const [row] = await db.rows(insert, values);
  return row as Session;
}

/** A signed-in user, with the account. */
export type SessionHolder = Account & {
  readonly sessionId: string;
  readonly userId: string;
  readonly permission: Permission;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly awaitsPasskey: boolean;
};

const selectHolder = statement<SessionHolder>(`
  select sessions.id as session_id, user_id, permission, sessions.created_at as signed_in_at, last_seen_at, expires_at,
    awaits_passkey,
    accounts.id, parent_id, lineage, accounts.name, display_name, external_id, role, status, accounts.created_at,
    activated_at, deactivated_at
  from sessions
    join users on users.account_id = sessions.account_id and users.id = user_id
    join accounts on accounts.id = sessions.account_id
  where sessions.account_id = $1 and hash = $2 and expires_at > $3`);

/**
 * `accountId` is the account that the token names. Finds the session only if it is stored for that account and has not
 * expired.
 */
export const findSessionHolder = (
  db: Database,
  accountId: string,
  hash: Buffer,
  now: Date,
): Promise<SessionHolder | undefined> => db.first(selectHolder, [accountId, hash, now]);

const see = statement(
  'update sessions set last_seen_at = $3, expires_at = $4 where account_id = $1 and id = $2',
);

export async function updateLastSeen(
  db: Database,
  { id: account, sessionId }: SessionHolder,
  { seenAt, expiresAt }: { seenAt: Date; expiresAt: Date },
): Promise<void> {
  await db.rows(see, [account, sessionId, seenAt, expiresAt]);
}

const release = statement(
  'update sessions set awaits_passkey = false where account_id = $1 and id = $2 and awaits_passkey',
);

/** From now on the session can do everything. */
export async function endAwaitingPasskey(
  db: Transaction,
  { id: account, sessionId }: SessionHolder,
): Promise<void> {
  await db.rows(release, [account, sessionId]);
}

const remove = statement<Session>(
  `delete from sessions where account_id = $1 and id = $2 returning ${columns}`,
);

/** Returns the deleted session; of several concurrent calls, only one gets it. */
export const deleteSession = (
  db: Transaction,
  account: AccountId,
  id: string,
): Promise<Session | undefined> => db.first(remove, [account, id]);

const selectOfAddress = crossAccountStatement<Session>(
  'people sign in by address, which may belong to users of several accounts',
  `select sessions.id, sessions.account_id, user_id, user_agent, sessions.created_at, last_seen_at, expires_at,
     awaits_passkey
   from sessions join users on users.account_id = sessions.account_id and users.id = user_id
   where email_key = $1 and expires_at > $2 order by last_seen_at desc, sessions.id desc`,
);

/** All sessions of the address, in any account; most recently used first. */
export const listSessions = (db: Database, email: string, now: Date): Promise<Session[]> =>
  db.rows(selectOfAddress, [email.toLowerCase(), now]);

const purge = crossAccountStatement(
  'expired sessions are deleted for all accounts',
  'delete from sessions where expires_at < $1',
);

export async function purgeSessions(db: Database, now: Date): Promise<void> {
  await db.rows(purge, [now]);
}
