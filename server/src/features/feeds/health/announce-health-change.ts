import { findAnyAccount } from '../../accounts/account-store.js';
import { recordEvents } from '../../events/event-store.js';
import type { Content } from '../../mail/mail.js';
import { enqueueMails } from '../../mail/enqueue-mails.js';
import type { TransactionContext } from '../../../database/context.js';
import { recipientsOf } from '../../users/recipient-store.js';
import type { HealthResult } from './health-result.js';
import { feedEvent, type Feed } from '../feed-store.js';

/** If the feed's health has changed, records an event and mails the account's users. */
export async function announceHealthChange(
  tx: TransactionContext,
  before: Feed,
  feed: Feed,
  result: HealthResult,
): Promise<void> {
  const { id, accountId, healthCheck, healthCheckChangedAt } = feed;
  if (before.healthCheck === healthCheck) return;
  await recordEvents(tx, accountId, feedEvent('feed.health_changed', feed));
  if (feed.status === 'inactive') return;
  if ((await findAnyAccount(tx.db, accountId))?.status !== 'active') return;
  const content = contentOf(feed, result);
  const change = `${content.kind} ${id} ${healthCheckChangedAt.toISOString()}`;
  const recipients = await recipientsOf(tx.db, accountId, 'feeds');
  await enqueueMails(
    tx,
    accountId,
    recipients.map((to) => ({ event: `${change} ${to.userId}`, to, content })),
  );
}

function contentOf(watched: Feed, result: HealthResult): Content {
  const { id: feedId, type, externalId } = watched;
  const feed = externalId === null ? type : `${type} (${externalId})`;
  return result.health === 'healthy'
    ? { kind: 'feed-recovered', facts: { feedId, feed } }
    : {
        kind: 'feed-trouble',
        facts: {
          feedId,
          feed,
          reason: result.reason,
          // The host of an ancestor's server must not be shown to the account.
          host: watched.serverAccountId === watched.accountId ? result.host : null,
        },
      };
}
