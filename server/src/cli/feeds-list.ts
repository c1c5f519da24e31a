import { listEveryFeed, type Feed } from '../features/feeds/feed-store.js';
import { shownHealth } from '../features/feeds/health/shown-health.js';
import type { Instance } from '../database/instance.js';
import { presentFeed } from '../wire/feed.js';
import { formatNullable } from '../wire/times.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { requireAccount } from './operator-input.js';
import { readId } from './option-parsers.js';

export function addFeedList(feeds: Command, line: CliEnvironment): void {
  onInstance(
    line,
    feeds
      .command('list')
      .description('list feeds and their health, oldest first')
      .example('feeds list --account ID')
      .option('--account <id>', 'only feeds of this account', readId),
    list,
  );
}

async function list(
  { context: { db } }: Instance,
  { account: accountId }: { account?: string },
): Promise<Outcome> {
  const account = accountId === undefined ? undefined : await requireAccount(db, accountId);
  const feeds = await listEveryFeed(db, { accountId: account?.id });
  const none = account ? `There are no feeds of ${account.name}.` : 'There are no feeds.';
  return {
    value: feeds.map((feed) => ({ ...presentFeed(feed), health: shownHealth(feed) })),
    text: feeds.length === 0 ? none : tableOf(feeds),
  };
}

const tableOf = (feeds: readonly Feed[]): string =>
  table(
    ['id', 'account', 'type', 'external id', 'status', 'health', 'last read'],
    feeds.map((feed) => [
      feed.id,
      feed.accountId,
      feed.type,
      feed.externalId,
      feed.status,
      shownHealth(feed),
      formatNullable(feed.lastReadAt),
    ]),
  );
