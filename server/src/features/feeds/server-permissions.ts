import { findAnyAccount } from '../accounts/account-store.js';
import type { Account, AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { forbidden } from '../../platform/errors.js';
import type { Server } from '../servers/server-store.js';
import { SourceError } from '@regrove/printers/source-error';
import type { Feed } from './feed-store.js';
import { findSourceSetter, saveSourceSetter } from './source-setter-store.js';

/**
 * Whether `who` may decide what is read from the server with its credentials: the account that owns the server, and its
 * ancestors. Both must be in the lineage of the feed's account.
 */
export const controlsServer = (
  who: AccountId,
  { accountId: owner }: Pick<Server, 'accountId'>,
  { lineage }: Pick<Account, 'lineage'>,
): boolean => lineage.slice(0, lineage.indexOf(owner) + 1).includes(who);

/** An account must not decide what is read from a server of an ancestor. */
export function requireServerControl(
  who: AccountId,
  server: Pick<Server, 'accountId'> | undefined,
  account: Pick<Account, 'lineage'>,
): void {
  if (server && !controlsServer(who, server, account))
    throw forbidden(
      'server_id names a server of an account above: only that account sets type and external_id of feeds on it',
      { code: 'server-of-above', field: 'server_id' },
    );
}

/** Whether the source of a feed was set by an account that controls the server. */
export const isSourceAuthorized = (
  { accountId, sourceSetBy }: Pick<Feed, 'accountId' | 'sourceSetBy'>,
  server: Pick<Server, 'accountId'> | undefined,
  account: Pick<Account, 'lineage'>,
): boolean =>
  !server ||
  server.accountId === accountId ||
  (sourceSetBy !== null && controlsServer(sourceSetBy, server, account));

export type FeedOnServer = Pick<Feed, 'accountId' | 'type' | 'sourceSetBy'> &
  Partial<Pick<Feed, 'id' | 'createdAt' | 'serverId' | 'externalId'>>;

/**
 * Throws if the feed may not be read from its server. Feeds can no longer be set up like this, but those from before the rules
 * may be.
 */
export async function requireReadable(
  context: Pick<Context, 'db'>,
  feed: FeedOnServer,
  server: Server | undefined,
): Promise<void> {
  if (!server) return;
  if (server.type !== feed.type)
    throw new SourceError('server', `a feed of type ${feed.type} cannot read from a server of another type`);
  if (server.accountId === feed.accountId) return;
  const account = await findAnyAccount(context.db, feed.accountId);
  const sourceSetBy = feed.sourceSetBy ?? (await setterInAuditTrail(context, feed, server)) ?? null;
  if (!account || !isSourceAuthorized({ ...feed, sourceSetBy }, server, account))
    throw new SourceError('server', 'the account that the server belongs to has not set what the feed reads');
}

/** Who set the source of a feed from before this was stored. The result is saved for the next time. */
async function setterInAuditTrail(
  { db }: Pick<Context, 'db'>,
  feed: FeedOnServer,
  server: Server,
): Promise<AccountId | undefined> {
  const { id, accountId, createdAt } = feed;
  if (id === undefined || createdAt === undefined) return undefined;
  // The operator acts for any account.
  const setter = await findSourceSetter(db, accountId, id, createdAt);
  const setBy = setter === 'operator' ? server.accountId : setter;
  if (setBy !== undefined) await saveSourceSetter(db, { ...feed, id }, setBy);
  return setBy;
}
