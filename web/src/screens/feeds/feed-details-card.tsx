import type { ReactNode } from 'react';
import type { FeedDetails, FeedType } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './feed-details-card.module.css';
import { externalIdLabel, typeName } from './feed-types.js';
import { HealthBadge, HealthText } from './health.js';

interface FeedDetailsCardProps {
  readonly feed: FeedDetails;
  /** Undefined for a push feed. */
  readonly pull: FeedType | undefined;
}

export function FeedDetailsCard({ feed, pull }: FeedDetailsCardProps) {
  const i18n = useI18n();
  const { t, moment } = i18n;
  const server = feed.server_url ?? (feed.server_id === null ? null : t('app.feeds.serverAbove'));
  const facts: [label: string, fact: ReactNode][] = [
    [t('app.feeds.type'), typeName(i18n, feed.type)],
    ...(pull?.needs_server ? [[t('app.feeds.server'), server ?? '–'] as [string, ReactNode]] : []),
    [t(externalIdLabel(feed.type, pull)), feed.external_id ?? '–'],
    [
      t('app.feeds.scope'),
      t(feed.collection_scope === 'all' ? 'app.feeds.scopeAll' : 'app.feeds.scopeManaged'),
    ],
    [t('app.feeds.lastReading'), feed.last_read_at ? moment(feed.last_read_at) : t('app.feeds.neverRead')],
    [t('app.feeds.checkedAt'), moment(feed.health_check_checked_at)],
  ];
  return (
    <Card>
      <div className={classes['health']}>
        <HealthBadge feed={feed} />
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
    </Card>
  );
}
