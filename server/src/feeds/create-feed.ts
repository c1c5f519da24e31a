import type { Account } from '../accounts/account.js';
import type { Context } from '../platform/context.js';
import { newId } from '../platform/ids.js';
import { startOfMonth } from '../platform/months.js';
import { checkHealth } from './check-health.js';
import { requireSource, serverForFeed } from './feed-source.js';
import { insertFeed, type Feed } from './feed-store.js';

export interface NewFeedInput {
  readonly type: string;
  readonly serverId: string | null;
  readonly externalId: string | null;
  readonly collectionScope: Feed['collectionScope'];
  /** Missing: the first day of the current month. */
  readonly activatedAt: Date | null | undefined;
}

/** The first health check is part of it, so that the answer is honest from the start. */
export async function createFeed(context: Context, account: Account, input: NewFeedInput): Promise<Feed> {
  const { db, clock } = context;
  const { type, serverId, externalId, collectionScope, activatedAt } = input;
  const checked = await serverForFeed(db, account, serverId);
  requireSource(type, input);
  // Outside the transaction: a source that does not answer must not keep a connection waiting.
  const healthCheck = await checkHealth(context, input, checked);
  return db.transaction(async (tx) => {
    const server = await serverForFeed(tx, account, serverId);
    const now = clock();
    return insertFeed(tx, account.id, {
      id: newId(),
      type,
      serverAccountId: server?.accountId ?? null,
      serverId,
      externalId,
      collectionScope,
      createdAt: now,
      activatedAt: activatedAt ?? startOfMonth(now),
      healthCheck,
    });
  });
}
