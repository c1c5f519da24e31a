import type { AccountId } from '../accounts/account.js';
import type { Actor } from '../../platform/actor.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Feed } from './feed-store.js';

const selectLastEntry = statement<{ kind: Actor['kind']; actorId: string | null }>(`
  select actor_kind as kind, actor_id from audit_entries
  where account_id = $1 and subject_id = $2 and at >= $3
    and (action = 'feed.create' or (action = 'feed.update' and (after ? 'server_id' or after ? 'external_id')))
  order by at desc, id desc limit 1`);

const reason = 'a feed may have been set by an account above its own';
const accountOf: Readonly<Partial<Record<Actor['kind'], ReturnType<typeof byId>>>> = {
  key: byId('api_keys'),
  user: byId('users'),
};

function byId(table: 'api_keys' | 'users') {
  return crossAccountStatement<{ accountId: AccountId }>(
    reason,
    `select account_id from ${table} where id = $1`,
  );
}

/** The account whose key or user last set the source of a feed, according to the audit trail; undefined if unknown. */
export async function findSourceSetter(
  db: Database,
  account: AccountId,
  feedId: string,
  createdAt: Date,
): Promise<AccountId | 'operator' | undefined> {
  const entry = await db.first(selectLastEntry, [account, feedId, createdAt]);
  if (entry?.kind === 'operator') return 'operator';
  const lookup = entry && accountOf[entry.kind];
  return lookup && (await db.first(lookup, [entry.actorId]))?.accountId;
}

const keep = statement(`
  update feeds set source_set_by = $3
  where account_id = $1 and id = $2 and source_set_by is null
    and server_id is not distinct from $4 and external_id is not distinct from $5`);

/** Does nothing if the feed has changed in the meantime. */
export async function saveSourceSetter(
  db: Database,
  { accountId, id, serverId, externalId }: Pick<Feed, 'accountId' | 'id'> & Partial<Feed>,
  setBy: AccountId,
): Promise<void> {
  await db.rows(keep, [accountId, id, setBy, serverId ?? null, externalId ?? null]);
}
