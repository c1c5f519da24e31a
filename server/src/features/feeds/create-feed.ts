import type { Account, AccountId } from '../accounts/account.js';
import { record } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { startOfMonth } from '../../platform/time/months.js';
import type { SealedServer } from '../servers/server-store.js';
import { checkHealth, shortTimeoutMs, type Checkup } from './health/check-health.js';
import { holdServerForFeed, requireSource, serverForFeed } from './feed-source.js';
import { feedFacts, healthIn, insertFeed, type Feed } from './feed-store.js';
import { requireServerRight } from './server-rights.js';

export interface NewFeedInput {
  readonly type: string;
  readonly serverId: string | null;
  readonly externalId: string | null;
  readonly collectionScope: Feed['collectionScope'];
  /** Missing: the first day of the current month. */
  readonly activatedAt: Date | null | undefined;
  /** The account that creates it: the feed's own, or one above it. */
  readonly createdBy: AccountId;
  /** Needed where the external id has the server's password sent to other hosts. */
  readonly serverPassword?: string | undefined;
}

/**
 * The first health check, so that the answer is honest from the start. Apart from the creation itself, because a source
 * that does not answer must not keep a database connection waiting.
 */
export async function checkNewFeed(
  context: Context,
  account: Account,
  input: NewFeedInput,
): Promise<Checkup> {
  const server = await serverForFeed(context.db, account, input.serverId);
  requireAllowed(context, account, input, server);
  const feed = { ...input, accountId: account.id, sourceSetBy: input.createdBy };
  return checkHealth(context, feed, server, shortTimeoutMs);
}

function requireAllowed(
  context: Context,
  account: Account,
  { type, externalId, createdBy, serverPassword }: NewFeedInput,
  server: SealedServer | undefined,
): void {
  requireServerRight(createdBy, server, account);
  requireSource(context, { type, server, externalId, serverPassword });
}

export function createFeed(
  context: Context,
  account: Account,
  input: NewFeedInput,
  checkup: Checkup,
): Promise<Feed> {
  const { type, serverId, externalId, collectionScope, activatedAt, createdBy } = input;
  return inTransaction(context, async (tx) => {
    const server = await holdServerForFeed(tx.db, account, serverId);
    requireAllowed(tx, account, input, server);
    const now = tx.clock();
    const feed = await insertFeed(tx.db, account.id, {
      id: newId(),
      type,
      serverAccountId: server?.accountId ?? null,
      serverId,
      externalId,
      sourceSetBy: createdBy,
      collectionScope,
      createdAt: now,
      activatedAt: activatedAt ?? startOfMonth(now),
      ...healthIn(checkup),
    });
    await record(tx, account.id, { action: 'feed.create', subjectId: feed.id, after: feedFacts(feed) });
    return feed;
  });
}
