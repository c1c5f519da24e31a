import type { Command } from 'commander';
import { checkFeeds } from '../feeds/check-feeds.js';
import { missing } from '../platform/errors.js';
import { isUuid } from '../platform/ids.js';
import type { Instance } from '../platform/instance.js';
import { presentFeed } from '../wire/feed.js';
import { onInstance, table, type CommandLine, type Outcome } from './command-line.js';

export function addFeedCommands(program: Command, line: CommandLine): void {
  const feeds = program.command('feeds').description('look after feeds');
  onInstance(
    line,
    feeds.command('check').description('ask the sources of feeds whether they answer').option('--feed <id>'),
    check,
  );
}

async function check({ context }: Instance, options: { feed?: string }): Promise<Outcome> {
  if (options.feed !== undefined && !isUuid(options.feed)) throw missing(`There is no feed ${options.feed}`);
  const feeds = (await checkFeeds(context, { id: options.feed })).map(presentFeed);
  if (options.feed !== undefined && feeds.length === 0) throw missing(`There is no feed ${options.feed}`);
  return {
    value: feeds,
    text: table(
      ['id', 'type', 'health', 'changed'],
      feeds.map((feed) => [feed.id, feed.type, feed.health_check, feed.health_check_changed_at]),
    ),
  };
}
