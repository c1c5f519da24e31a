import type { Account, AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { recordEvents } from '../events/event-store.js';
import type { Context } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { startOfMonth } from '../../platform/time/months.js';
import type { SealedServer } from '../servers/server-store.js';
import { checkHealth, shortTimeoutMs } from './health/check-health.js';
import type { HealthResult } from './health/health-result.js';
import { lockServerForFeed, requireValidSource, findServerForFeed } from './feed-source.js';
import { feedEvent, feedFacts, healthColumns, insertFeed, type Feed } from './feed-store.js';
import { requireSandboxDeviceQuota } from './require-sandbox-device-quota.js';
import { requireServerControl } from './server-permissions.js';

export interface NewFeedInput {
  readonly type: string;
  readonly serverId: string | null;
  readonly externalId: string | null;
  readonly collectionScope: Feed['collectionScope'];
  /** Default: the first day of the current month. */
  readonly activatedAt: Date | null | undefined;
  /** The account that creates it: the feed's own or an ancestor. */
  readonly createdBy: AccountId;
  /** Required if the external id would send the server's password to other hosts. */
  readonly serverPassword?: string | undefined;
}

/**
 * The first health check, so that the response has a real status. It runs before the creation and not within it, because a
 * source that does not answer must not hold a database connection.
 */
export async function checkNewFeed(
  context: Context,
  account: Account,
  input: NewFeedInput,
): Promise<HealthResult> {
  const server = await findServerForFeed(context.db, account, input.serverId);
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
  requireServerControl(createdBy, server, account);
  requireValidSource(context, { type, server, externalId, serverPassword });
}

export function createFeed(
  context: Context,
  account: Account,
  input: NewFeedInput,
  result: HealthResult,
): Promise<Feed> {
  const { type, serverId, externalId, collectionScope, activatedAt, createdBy } = input;
  return inTransaction(context, async (tx) => {
    const server = await lockServerForFeed(tx.db, account, serverId);
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
      ...healthColumns(result),
    });
    await requireSandboxDeviceQuota(tx, feed);
    await recordChange(tx, account.id, { action: 'feed.create', subjectId: feed.id, after: feedFacts(feed) });
    await recordEvents(tx, account.id, feedEvent('feed.created', feed));
    return feed;
  });
}
