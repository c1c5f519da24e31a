import type { ReactNode } from 'react';
import type { FeedDetails } from '../../api/wire.js';
import { Sheet } from '../../parts/sheet.js';
import { useWords } from '../../words/words.js';
import classes from './feed-facts.module.css';
import { typeName } from './feed-types.js';
import { HealthMark, HealthText } from './health.js';

export function FeedFacts({ feed, isPull }: { readonly feed: FeedDetails; readonly isPull: boolean }) {
  const { say, moment } = useWords();
  const server = feed.server_url ?? (feed.server_id === null ? null : say('app.feeds.serverAbove'));
  const facts: [label: string, fact: ReactNode][] = [
    [say('app.feeds.type'), typeName(feed.type)],
    ...(isPull ? [[say('app.feeds.server'), server ?? '–'] as [string, ReactNode]] : []),
    [say(isPull ? 'app.feeds.selection' : 'app.feeds.externalId'), feed.external_id ?? '–'],
    [
      say('app.feeds.scope'),
      say(feed.collection_scope === 'all' ? 'app.feeds.scopeAll' : 'app.feeds.scopeManaged'),
    ],
    [
      say('app.feeds.lastReading'),
      feed.last_read_at ? moment(feed.last_read_at) : say('app.feeds.neverRead'),
    ],
    [say('app.feeds.checkedAt'), moment(feed.health_check_checked_at)],
  ];
  return (
    <Sheet>
      <div className={classes['health']}>
        <HealthMark feed={feed} />
        <HealthText feed={feed} />
      </div>
      <dl className={classes['facts']}>
        {facts.map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
