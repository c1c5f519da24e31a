import type { Command } from 'commander';
import { listEveryFeed, listFeeds, type Feed } from '../feeds/feed-store.js';
import type { Database } from '../platform/db/database.js';
import type { Instance } from '../platform/instance.js';
import { readPages } from '../platform/paging.js';
import { presentFeed } from '../wire/feed.js';
import { formatNullable } from '../wire/times.js';
import { onInstance, table, type CommandLine } from './command-line.js';
import { requireAccount } from './operator-input.js';
import { printBatches } from './print-batches.js';
import { readId } from './values.js';

export function addFeedList(feeds: Command, line: CommandLine): void {
  onInstance(
    line,
    feeds
      .command('list')
      .description('all feeds and how they are')
      .option('--account <id>', 'only those of this one', readId),
    (instance, options: { account?: string; json?: boolean }) => list(line, instance, options),
  );
}

async function list(
  line: CommandLine,
  { context: { db } }: Instance,
  { account: accountId, json = false }: { account?: string; json?: boolean },
): Promise<undefined> {
  const account = accountId === undefined ? undefined : await requireAccount(db, accountId);
  const batches = account
    ? readPages(
        (page) => listFeeds(db, account.id, page),
        ({ createdAt, id }) => ({ sort: createdAt, id }),
      )
    : allFeeds(db);
  return printBatches(line, batches, {
    json,
    toJson: (feed) => JSON.stringify(presentFeed(feed)),
    toTable: (feeds) =>
      table(
        ['id', 'account', 'type', 'external id', 'status', 'health', 'last read'],
        feeds.map((feed) => [
          feed.id,
          feed.accountId,
          feed.type,
          feed.externalId,
          feed.status,
          feed.healthCheck,
          formatNullable(feed.lastReadAt),
        ]),
      ),
    none: account ? `There are no feeds of ${account.name}.` : 'There are no feeds.',
  });
}

async function* allFeeds(db: Database): AsyncGenerator<Feed[]> {
  const feeds = await listEveryFeed(db, {});
  if (feeds.length > 0) yield feeds;
}
