import type { Account } from '../accounts/account.js';
import { record } from '../audit/audit-store.js';
import type { Context } from '../platform/context.js';
import { newId } from '../platform/ids.js';
import { inTransaction } from '../platform/in-transaction.js';
import { startOfMonth } from '../platform/months.js';
import { checkHealth, shortPatienceMs, type Checkup } from './check-health.js';
import { requireSource, serverForFeed } from './feed-source.js';
import { feedFacts, insertFeed, reasonIn, type Feed } from './feed-store.js';

export interface NewFeedInput {
  readonly type: string;
  readonly serverId: string | null;
  readonly externalId: string | null;
  readonly collectionScope: Feed['collectionScope'];
  /** Missing: the first day of the current month. */
  readonly activatedAt: Date | null | undefined;
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
  requireSource(input.type, input);
  return checkHealth(context, { ...input, accountId: account.id }, server, shortPatienceMs);
}

export function createFeed(
  context: Context,
  account: Account,
  input: NewFeedInput,
  checkup: Checkup,
): Promise<Feed> {
  const { type, serverId, externalId, collectionScope, activatedAt } = input;
  return inTransaction(context, async (tx) => {
    const server = await serverForFeed(tx.db, account, serverId);
    const now = tx.clock();
    const feed = await insertFeed(tx.db, account.id, {
      id: newId(),
      type,
      serverAccountId: server?.accountId ?? null,
      serverId,
      externalId,
      collectionScope,
      createdAt: now,
      activatedAt: activatedAt ?? startOfMonth(now),
      healthCheck: checkup.health,
      healthCheckReason: reasonIn(checkup),
    });
    await record(tx, account.id, { action: 'feed.create', subjectId: feed.id, after: feedFacts(feed) });
    return feed;
  });
}
